# What to run; the build itself is CMakeLists.txt.
#
#   make            build/warpproof
#   make demo       run it on some of examples/
#   make test       all tests, in a plain build and in one with sanitizers
#   make differential N=10000 SEED=1   random kernels: prover against simulator, native code and CPU
#   make theorem N=10000 SEED=1   random BabyCUDA programs: Theorem 1; rules of the calculus broken one at a time
#   make kernels    kernels of the golden tests as BabyCUDA: its semantics against the simulator
#   make combinations  kernels of the golden tests under combinations of options
#   make breakages  rules of the prover broken one at a time: does that notice?
#   make bench      time it against clang, and the simulator against Oclgrind and PoCL
#   make format     all C files as .clang-format says (Debian 12's clang-format, 14)
#   make deb        a Debian package in build/
#   make install    PREFIX=/usr/local, DESTDIR= as usual

PREFIX ?= /usr/local
CMAKE ?= cmake
CONFIGURE = $(CMAKE) -G Ninja -DCMAKE_INSTALL_PREFIX="$(PREFIX)"

.PHONY: all deps configure test-builds demo test differential combinations theorem kernels breakages bench format install deb clean

N ?= 1000
SEED ?= 1
RULES ?=

all: configure
	@$(CMAKE) --build build

deps:
	@sh scripts/deps.sh

configure: deps
	@mkdir -p build
	@$(CONFIGURE) -B build -S . >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

test-builds: all
	@$(CONFIGURE) -B build-san -S . -DWP_SANITIZE=ON >build/configure-san.log 2>&1 \
	  || { cat build/configure-san.log; exit 1; }
	@$(CMAKE) --build build-san

test: test-builds
	@sh scripts/run-tests.sh build build-san

demo: all
	@sh scripts/demo.sh build/warpproof

differential: all
	@build/tests/differential/differential -n $(N) -s $(SEED)

theorem: all
	@build/tests/calculus/theorem -n $(N) -s $(SEED)

kernels: all
	@build/tests/calculus/kernels -s 500 tests/golden/*.cu tests/golden/*.cl examples/*.cu

combinations: all
	@build/tests/options/combinations -n 12 -s $(SEED) tests/golden/*.cu examples/*.cu

breakages: deps
	@mkdir -p build-broken
	@$(CONFIGURE) -B build-broken -S . -DWP_BREAKABLE=ON >build-broken/configure.log 2>&1 || { cat build-broken/configure.log; exit 1; }
	@$(CMAKE) --build build-broken --target differential warpproof run_golden
	@sh tests/differential/broken.sh build-broken $(SEED) $(RULES)

format:
	@sh tests/check_format.sh --mend

bench: all
	@sh bench/run.sh build/warpproof
	@sh bench/rate.sh build

install: all
	@$(CMAKE) --install build

deb: all
	@sh scripts/make-deb.sh build

clean:
	rm -rf build build-san build-broken
