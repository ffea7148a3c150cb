#!/bin/sh
# lsp.sh WARPPROOF CLIENT: the language server with a scripted client: the protocol's life, hostile input, diagnostics, code actions
# whose edits are made and judged, hover, progress, cancelling, lost workers; and with neovim where it is there. Prints TAP;
# run from the source root.
set -u

wp=$1
client=$2
suite=lsp
case $client in /*) ;; *) client=$PWD/$client ;; esac
. tests/cli/expect.sh
here=$(pwd -P)

# talk OPTION...: runs the server with these options by the script on standard input; what it sends is in out, a message in a line.
talk() { "$client" "$wp" lsp "$@" >out 2>err; }
hello='send {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"window":{"workDoneProgress":true}}}}
wait 1
send {"jsonrpc":"2.0","method":"initialized","params":{}}'
bye='send {"jsonrpc":"2.0","id":99,"method":"shutdown"}
wait 99
send {"jsonrpc":"2.0","method":"exit"}'
# ask ID METHOD FILE LINE COLUMN [LASTLINE]: a request about a place.
ask() {
    echo 'send {"jsonrpc":"2.0","id":'"$1"',"method":"textDocument/'"$2"'","params":{"textDocument":{"uri":"@URI('"$3"')"},"position":{"line":'"$4"',"character":'"$5"'},"range":{"start":{"line":'"$4"',"character":0},"end":{"line":'"${6:-$4}"',"character":0}},"context":{"diagnostics":[]}}}'
    echo "wait $1"
}
notify() { echo 'send {"jsonrpc":"2.0","method":"textDocument/'"$1"'","params":{"textDocument":{"uri":"@URI('"$2"')"}}}'; }
told='wait textDocument/publishDiagnostics'

# ---- the protocol's life ----

talk <<S
send {"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{}}
wait 5
send {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}
$hello
send {"jsonrpc":"2.0","id":6,"method":"initialize","params":{}}
wait 6
send {"jsonrpc":"2.0","id":7,"method":"workspace/nothing","params":{}}
wait 7
send {"jsonrpc":"2.0","method":"\$/nothing"}
send {"jsonrpc":"2.0","id":8,"method":"textDocument/hover"}
wait 8
send {"jsonrpc":"2.0","id":10,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///not/open.cu"},"position":{"line":-4,"character":99999999999999}}}
wait 10
send {"jsonrpc":"2.0","id":98,"method":"shutdown"}
wait 98
send {"jsonrpc":"2.0","id":11,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"}}}
wait 11
send {"jsonrpc":"2.0","method":"exit"}
S
has out '{"error":{"code":-32002' "a request before initialize is refused"
has out '"positionEncoding":"utf-16"' "initialize is answered"
has out '{"error":{"code":-32600,"message":"initialize is sent once"},"id":6' "a second one is refused"
has out '{"error":{"code":-32601,"message":"this server has no such method"},"id":7' "an unknown method is refused"
has out '{"error":{"code":-32602,"message":"textDocument.uri is missing"},"id":8' "a request about no file is refused"
has out '{"id":10,"jsonrpc":"2.0","result":null}' "a file that is not open has no hover"
has out '{"error":{"code":-32600,"message":"nothing but exit follows shutdown"},"id":11' "a request after shutdown is refused"
has out 'status 0' "exit after shutdown is status 0"
printf '%s\n' "$hello" 'send {"jsonrpc":"2.0","method":"exit"}' | talk
has out 'status 1' "exit without shutdown is status 1"
printf '%s\nend\n' "$hello" | talk
has out 'status 1' "a client that goes is status 1"
expect 2 "files on the command line are an error" "$wp" lsp a.cu
has err "'lsp' has no operands" "and told"
expect 2 "so are options of reports" "$wp" lsp --format=json

# ---- hostile input ----

# broken NAME BYTES WHY: a header after which nothing can be read.
broken() {
    printf '%s\nraw %s\n' "$hello" "$2" | talk
    { grep -q 'status 1' out && grep -qF -- "$3" err; }
    result $? "$1 ends the server, and is told"
}
broken "a huge length" 'Content-Length: 99999999999999999999999\r\n\r\n{}' 'Content-Length is no number from 0'
broken "a length beyond the limit" 'Content-Length: 67108865\r\n\r\n{}' 'Content-Length is no number from 0'
broken "a negative length" 'Content-Length: -5\r\n\r\n{}' 'Content-Length is no number from 0'
broken "an empty length" 'Content-Length:\r\n\r\n{}' 'Content-Length is no number from 0'
broken "a length with a tail" 'Content-Length: 2 2\r\n\r\n{}' 'Content-Length is no number from 0'
broken "no length" 'Content-Type: x\r\n\r\n{}' 'no Content-Length'
broken "two lengths" 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}' 'two Content-Length'
broken "an endless header" "X: $(awk 'BEGIN { for (i = 0; i < 5000; i++) printf "x" }')" 'the header is too long'
deep=$(awk 'BEGIN { for (i = 0; i < 20000; i++) printf "[" }')
talk <<S
$hello
raw Content-Length: 7\r\n\r\n{"a": x
wait null
raw Content-Length: 2\r\n\r\n[]
wait null
raw content-length: 4\nX-Other: y\n\nnull
wait null
raw Content-Length: 0\r\n\r\n
wait null
send $deep
wait null
send {"jsonrpc":"2.0","id":{"a":1},"method":"shutdown"}
wait null
send {"jsonrpc":"2.0","method":"textDocument/didOpen","params":[1,2]}
send {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///%zz.cu","text":5}}}
send {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"http://host/a.cu","text":"x"}}}
send {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://host/a%00.cu","text":"x"}}}
send {"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"warpproof-77"}}
send {"jsonrpc":"2.0","id":"warpproof-9","result":null}
$bye
S
[ "$(grep -c '"code":-32700' out)" -eq 4 ]; result $? "what is no JSON is refused, and the next message is read"
[ "$(grep -c '"code":-32600' out)" -eq 2 ]; result $? "so is JSON that is no message"
has out 'status 0' "the server goes on"

# ---- diagnostics, actions, hover ----

mkdir "a %41 ü"
cat >"a %41 ü/k.cu" <<'CU'
// one file
__global__ void racy(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = /* ü😀 */ s[threadIdx.x ^ 1];
}
__global__ void slow(int *out, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (n > 0)
    __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
CU
f="a %41 ü/k.cu"
cp "$f" first.cu
{
    echo "$hello"
    echo "open $f"
    echo "$told"
    echo 'wait $/progress'
    ask 20 hover "$f" 1 18
    ask 21 hover "$f" 2 5
    ask 22 codeAction "$f" 4 0
    echo "apply Insert|$f"
    ask 23 codeAction "$f" 1 0
    printf '%s\n' 'send {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"@URI('"$f"')"},"contentChanges":[{"text":"\nracy"}]}}'
    ask 24 codeAction "$f" 0 0 40
    ask 25 hover "$f" 1 1
    notify didClose "$f"
    echo "$told"
    echo "$bye"
} | talk --only=race,bounds,advice
has out '/a%20%2541%20%C3%BC/k.cu"' "a URI is decoded and encoded"
has out '{"code":"data-race","message":"data race on' "a race is a diagnostic"
has out '"range":{"end":{"character":18,"line":3},"start":{"character":17,"line":3}},"relatedInformation":[{"location":{"range":{"end":{"character":32,"line":4},"start":{"character":31,"line":4}}' \
    "with its other place, in UTF-16"
has out 'thread (1,0,0) reads it' "and its story"
has out '"value":{"cancellable":true,"kind":"begin","message":"k.cu","title":"warpproof"}' "progress begins"
has out '"value":{"kind":"end"}' "progress ends"
has out '"value":"`racy(int*)` **refuted**' "hover on a kernel's name tells its verdict"
has out 'contract: `in bounds if blockDim.x <= 64`' "and its contract"
has out '{"id":21,"jsonrpc":"2.0","result":null}' "hover elsewhere tells nothing"
has out '"title":"Insert __syncwarp() before line 5"' "the barrier of a repair is offered"
has out '"title":"State the contract of racy(int*): wp_requires(blockDim.x <= 64);"' "a contract is offered"
has out '{"id":24,"jsonrpc":"2.0","result":[]}' "nothing is offered while the text is another"
has out 'Of the file as it was saved' "hover says so"
grep publishDiagnostics out | tail -n 1 | grep -q '"diagnostics":\[\]'; result $? "a closed file has no diagnostics"
has out 'status 0' "and the server ends well"
"$wp" check --only=race "$f" --kernel racy >out 2>err
result $? "with the barrier inserted no race is left (status $?)"

# act TITLE FILE: opens the file, makes the action that begins so.
act() {
    { echo "$hello"; echo "open $2"; echo "$told"; ask 30 codeAction "$2" 0 0 40; echo "apply $1|$2"; echo "$bye"; } | talk
}
cp first.cu k.cu
act 'State the contract' k.cu
head -n 2 k.cu | tail -n 1 | grep -qx '#include <wp_contract.h>' && grep -qx '  wp_requires(blockDim.x <= 64);' k.cu; result $? "a contract is inserted with its header"
"$wp" check --only=bounds k.cu --kernel racy >out 2>err
{ grep -q 'racy(int' out && ! grep -q 'out-of-bounds' out; }; result $? "and excludes what it is for"
cp first.cu k.cu
act 'Delete the redundant barrier of line 10' k.cu
sed 10d first.cu | cmp - k.cu; result $? "a redundant barrier goes with its line"
cp first.cu k.cu
act 'Delete the redundant barrier of line 12' k.cu
sed '12s/__syncthreads();/;/' first.cu | cmp - k.cu; result $? "the body of a condition stays a statement"
tr -d '\n' <first.cu | sed 's|// one file||' >one.cu
act 'Delete' one.cu
[ "$(grep -o '__syncthreads' one.cu | wc -l)" -eq 1 ]; result $? "on a line with others only the barrier goes"
sed 's/$/\r/' first.cu >k.cu
act 'Insert' k.cu
[ "$(grep -c "$(printf '\r$')" k.cu)" -eq 15 ]; result $? "ends of lines stay what they are"

# ---- files that do not compile, headers ----

echo '__global__ void k(int *a) { a[0] = nonsense; }' >bad.cu
echo '__device__ void put(int *a) { a[0] = threadIdx.x; }' >put.h
printf '#include "put.h"\n__global__ void k(int *a) { put(a); }\n' >good.cu
{
    echo "$hello"
    echo "open bad.cu"
    echo "$told"
    echo "open good.cu"
    echo "$told"
    echo "$told"
    notify didClose good.cu
    echo "$told"
    echo "$told"
    echo 'send {"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"@URI(bad.cu)"}}}'
    echo "$told"
    echo "$bye"
} | talk --block=64 --grid=1
has out '"code":"does-not-compile","message":"use of undeclared identifier' "an error of the compiler is a diagnostic"
has out '{"end":{"character":43,"line":0},"start":{"character":35,"line":0}}' "at its place"
grep 'put.h"}}$' out | grep -q '"code":"data-race"'; result $? "a race in a header is told there"
grep data-race out | grep -q '"message":"called here"'; result $? "with the call"
grep 'put.h"}}$' out | tail -n 1 | grep -q '"diagnostics":\[\]'; result $? "and goes with the file that includes it"

# ---- repairs in headers ----

cat >step.h <<'CU'
__device__ void step(int *s, int *a) {
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}
CU
cat >uses.cu <<'CU'
#include "step.h"
__global__ void uses(int *a) {
  __shared__ int s[64];
  step(s, a);
}
CU
cp step.h before.h
{
    echo "$hello"
    echo "open uses.cu"
    echo "$told"
    echo "$told"
    ask 40 codeAction uses.cu 3 0
    echo "apply Insert|step.h"
    ask 41 codeAction uses.cu 3 0
    echo "$bye"
} | talk --block=64 --grid=1 --only=race,advice
grep '"id":40' out | grep -q '/step.h":\[{"newText"'; result $? "from the call a repair in a header is offered, as an edit of the header"
has out '"title":"Insert __syncwarp() before line 3 of step.h"' "and says where"
has out '{"id":41,"jsonrpc":"2.0","result":[]}' "nothing is offered for a header that has changed since"
"$wp" check --only=race --block=64 --grid=1 uses.cu >out 2>err
result $? "with the barrier in the header no race is left"
cp before.h step.h
{
    echo "$hello"
    echo "open uses.cu"
    echo "$told"
    echo "$told"
    echo "open step.h"
    ask 42 codeAction step.h 2 0
    printf '%s\n' 'send {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"@URI(step.h)"},"contentChanges":[{"text":"\nint x;"}]}}'
    ask 43 codeAction step.h 0 0 40
    ask 44 codeAction uses.cu 3 0
    echo "$bye"
} | talk --block=64 --grid=1 --only=race,advice
grep '"id":42' out | grep -q '"title":"Insert __syncwarp() before line 3"'; result $? "in the header's own editor it is offered too"
has out '{"id":43,"jsonrpc":"2.0","result":[]}' "but not while the header's text is another"
has out '{"id":44,"jsonrpc":"2.0","result":[]}' "nor from the file that includes it"
cat >twice.h <<'CU'
__device__ void twice(int *s, int *a) {
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}
CU
printf '#include "twice.h"\n__global__ void uses(int *a) {\n  __shared__ int s[64];\n  twice(s, a);\n}\n' >uses2.cu
cp twice.h before.h
{
    echo "$hello"
    echo "open uses2.cu"
    echo "$told"
    echo "$told"
    echo "open twice.h"
    ask 45 codeAction twice.h 2 0 4
    echo "apply Delete|twice.h"
    echo "$bye"
} | talk --block=64 --grid=1 --only=race,divergence,advice
[ "$(grep -c syncthreads twice.h)" -eq 1 ]; result $? "a redundant barrier of a header goes"

# ---- lost workers, cancelling ----

mkdir wrong
echo '{"options": {"output": "x"}}' >wrong/.warpproof.json
cp good.cu put.h wrong
{ echo "$hello"; echo "open wrong/good.cu"; echo 'wait window/showMessage'; echo "$bye"; } | talk
has out "'output' cannot be set by a project file" "an analysis that cannot be made is told"
has out 'status 0' "and the server goes on then"

{ echo "$hello"; echo "open first.cu"; echo "$told"; echo "$bye"; } | talk --developer-crash=slow
has out '"code":"data-race"' "a worker that crashes loses nothing of other kernels"
has out 'internal-error' "and is told"
{
    echo "$hello"
    echo "open first.cu"
    echo 'wait $/progress'
    echo 'send {"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"warpproof-1"}}'
    echo 'wait $/progress'
    notify didSave first.cu
    echo 'wait $/progress'
    ask 40 hover first.cu 1 18
    echo "$bye"
} | talk --developer-hang=racy
[ "$(grep -c '"kind":"end"' out)" -eq 2 ]; result $? "an analysis is cancelled, and another by the end"
hasnt out 'publishDiagnostics' "nothing is told of them"
has out '{"id":40,"jsonrpc":"2.0","result":null}' "requests are answered meanwhile"
has out 'status 0' "an analysis under way does not keep the server"
{ echo "$hello"; echo "open first.cu"; echo 'wait $/progress'; echo kill; } | talk --developer-hang=racy
left=1
for i in 1 2 3 4 5 6 7 8 9 10; do
    ps -eo args | grep -F -- "$here/first.cu" | grep -vq grep || { left=0; break; }
    sleep 0.5
done
result $left "analyses end with the server"

# ---- a real editor ----

if ! command -v nvim >/dev/null; then
    echo "ok lsp: neovim shows diagnostics # SKIP there is no neovim"
    exit 0
fi
mkdir home
cat >editor.lua <<LUA
local function go()
  vim.cmd('edit $here/first.cu')
  local client = vim.lsp.start_client({ name = 'warpproof', cmd = { '$wp', 'lsp' }, root_dir = '$here' })
  vim.lsp.buf_attach_client(0, client)
  vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 100)
  for _, d in ipairs(vim.diagnostic.get(0)) do io.stdout:write(d.lnum, ' ', d.code or '', ' ', d.source, '\n') end
  local place = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 1, character = 18 } }
  for _, a in pairs(vim.lsp.buf_request_sync(0, 'textDocument/hover', place, 10000) or {}) do io.stdout:write(a.result.contents.value) end
end
local is_good, why = pcall(go)
if not is_good then io.stdout:write(tostring(why)) end
vim.cmd('qa!')
LUA
HOME=$dir/home XDG_CONFIG_HOME=$dir/home XDG_STATE_HOME=$dir/home timeout 150 nvim --headless -n -u NONE -c 'luafile editor.lua' >out 2>err </dev/null
grep -q '^3 data-race warpproof' out; result $? "neovim shows diagnostics"
has out '**refuted**' "neovim shows the hover text"
