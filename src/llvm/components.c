/* Components of vectors in memory, as OpenCL C means them.
 *
 * Clang reads a whole vector for `v.x` and writes a whole one for `v.x = e`: it loads the vector,
 * replaces a lane and stores it. The program touches the component alone, and another work-item may
 * touch another one at the same time. So loads of which only some lanes are used become loads of
 * these lanes, and stores of what was just loaded with some lanes replaced become stores of the
 * lanes that were replaced. Vectors in registers are sroa's business. */
#include <llvm-c/DebugInfo.h>

#include "llvm/decode.h"

enum { LANES_MAX = 16 };

static bool is_fixed_vector(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) <= LANES_MAX;
}

/* sroa takes it apart. */
static bool is_private(LLVMValueRef pointer) {
    return LLVMIsAAllocaInst(normalise_base_of(pointer)) != NULL;
}

static bool is_plain(LLVMValueRef access) {
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* Where a lane of a vector comes from: a scalar that was inserted (lane -1), or a lane of a vector.
 */
struct source {
    LLVMValueRef value;
    int lane;
};

static struct source source_of(LLVMValueRef value, int lane) {
    for (;;) {
        LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
        LLVMValueRef at = opcode == LLVMInsertElement ? LLVMGetOperand(value, 2) : NULL;
        if (at && LLVMIsAConstantInt(at)) {
            if ((int)LLVMConstIntGetZExtValue(at) == lane) {
                return (struct source){LLVMGetOperand(value, 1), -1};
            }
            value = LLVMGetOperand(value, 0);
            continue;
        }
        int from = opcode == LLVMShuffleVector ? LLVMGetMaskValue(value, (unsigned)lane) : -1;
        if (from < 0) {
            return (struct source){value, lane};
        }
        int count = (int)LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(value, 0)));
        value = LLVMGetOperand(value, from < count ? 0 : 1);
        lane = from < count ? from : from - count;
    }
}

/* Nothing but insertions and shuffles that end in the store uses the value. */
static bool serves_only(LLVMValueRef value, LLVMValueRef store, uint32_t depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user == store) {
            continue;
        }
        bool is_mixing = LLVMIsAInsertElementInst(user) || LLVMIsAShuffleVectorInst(user);
        if (!is_mixing || depth == 0 || !serves_only(user, store, depth - 1)) {
            return false;
        }
    }
    return true;
}

/* The load that the stored vector comes from: of the same address, with nothing between that may
 * write. */
static LLVMValueRef loaded_before(LLVMValueRef store) {
    LLVMValueRef pointer = LLVMGetOperand(store, 1);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    for (LLVMValueRef i = LLVMGetPreviousInstruction(store); i; i = LLVMGetPreviousInstruction(i)) {
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == pointer && LLVMTypeOf(i) == type) {
            return is_plain(i) && serves_only(i, store, LANES_MAX) ? i : NULL;
        }
        if (LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) {
            return NULL;
        }
    }
    return NULL;
}

static LLVMValueRef lane_address(LLVMBuilderRef builder, LLVMValueRef pointer, LLVMTypeRef vector, unsigned lane) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(vector));
    LLVMValueRef index = LLVMConstInt(i32, lane, false);
    return LLVMBuildInBoundsGEP2(builder, LLVMGetElementType(vector), pointer, &index, 1, "");
}

static unsigned lane_alignment(LLVMValueRef access, unsigned lane_bytes, unsigned lane) {
    unsigned alignment = LLVMGetAlignment(access);
    while (alignment > 1 && lane * lane_bytes % alignment != 0) {
        alignment /= 2;
    }
    return alignment ? alignment : 1;
}

static unsigned lane_bytes_of(const struct llvm_module *m, LLVMTypeRef vector) {
    return (unsigned)LLVMABISizeOfType(m->layout, LLVMGetElementType(vector));
}

/* Insertions and shuffles that nothing uses any more, and the load that they were made from. */
static void drop_chain(LLVMValueRef value, LLVMValueRef load, uint32_t depth) {
    bool is_mixing = LLVMIsAInsertElementInst(value) || LLVMIsAShuffleVectorInst(value);
    if ((!is_mixing && value != load) || LLVMGetFirstUse(value) || depth == 0) {
        return;
    }
    LLVMValueRef first = is_mixing ? LLVMGetOperand(value, 0) : NULL;
    LLVMValueRef second = LLVMIsAShuffleVectorInst(value) ? LLVMGetOperand(value, 1) : NULL;
    LLVMInstructionEraseFromParent(value);
    if (first) {
        drop_chain(first, load, depth - 1);
    }
    if (second && second != first) {
        drop_chain(second, load, depth - 1);
    }
}

static void split_store(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1), load = NULL;
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!is_plain(store) || !is_fixed_vector(type) || is_private(pointer) || !(load = loaded_before(store))) {
        return;
    }
    LLVMTypeRef i32 = LLVMInt32TypeInContext(m->context);
    LLVMPositionBuilderBefore(builder, store);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(store));
    for (unsigned lane = 0; lane < LLVMGetVectorSize(type); lane++) {
        struct source source = source_of(value, (int)lane);
        if (source.value == load && source.lane == (int)lane) {
            continue;
        }
        LLVMValueRef part =
            source.lane < 0 ? source.value : LLVMBuildExtractElement(builder, source.value, LLVMConstInt(i32, (unsigned)source.lane, false), "");
        LLVMValueRef written = LLVMBuildStore(builder, part, lane_address(builder, pointer, type, lane));
        LLVMSetAlignment(written, lane_alignment(store, lane_bytes_of(m, type), lane));
    }
    LLVMInstructionEraseFromParent(store);
    drop_chain(value, load, LANES_MAX + 2);
}

/* Bits of the lanes that users take; all of them if a user is not understood. */
static unsigned used_lanes(LLVMValueRef load) {
    unsigned count = LLVMGetVectorSize(LLVMTypeOf(load)), all = (1u << count) - 1, used = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMValueRef at = LLVMIsAExtractElementInst(user) ? LLVMGetOperand(user, 1) : NULL;
        if (at && LLVMIsAConstantInt(at) && LLVMConstIntGetZExtValue(at) < count) {
            used |= 1u << LLVMConstIntGetZExtValue(at);
        } else if (LLVMIsAShuffleVectorInst(user)) {
            bool is_first = LLVMGetOperand(user, 0) == load;
            for (unsigned i = 0; i < LLVMGetNumMaskElements(user); i++) {
                int lane = LLVMGetMaskValue(user, i) - (is_first ? 0 : (int)count);
                bool is_own = lane >= 0 && lane < (int)count;
                used |= is_own ? 1u << lane : 0;
                used |= is_first && LLVMGetOperand(user, 1) == load ? all : 0;
            }
        } else {
            return all;
        }
    }
    return used;
}

/* Lanes first .. first + count - 1 as a vector of as many lanes as the whole. */
static LLVMValueRef load_lanes(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef load, unsigned first, unsigned count) {
    LLVMTypeRef type = LLVMTypeOf(load), i32 = LLVMInt32TypeInContext(m->context);
    LLVMTypeRef part_type = LLVMVectorType(LLVMGetElementType(type), count);
    LLVMValueRef part = LLVMBuildLoad2(builder, part_type, lane_address(builder, LLVMGetOperand(load, 0), type, first), ""), mask[LANES_MAX];
    LLVMSetAlignment(part, lane_alignment(load, lane_bytes_of(m, type), first));
    for (unsigned lane = 0; lane < LLVMGetVectorSize(type); lane++) {
        bool is_in = lane >= first && lane < first + count;
        mask[lane] = is_in ? LLVMConstInt(i32, lane - first, false) : LLVMGetPoison(i32);
    }
    return LLVMBuildShuffleVector(builder, part, LLVMGetPoison(part_type), LLVMConstVector(mask, LLVMGetVectorSize(type)), "");
}

/* Lanes that follow each other are read by one access. What is read and not used stays whole. */
static void split_load(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef load) {
    LLVMTypeRef type = LLVMTypeOf(load);
    if (!is_plain(load) || !is_fixed_vector(type) || is_private(LLVMGetOperand(load, 0)) || !LLVMGetFirstUse(load)) {
        return;
    }
    unsigned count = LLVMGetVectorSize(type), used = used_lanes(load), first = 0, last = count;
    while (first < count && !(used >> first & 1)) {
        first++;
    }
    while (last > first && !(used >> (last - 1) & 1)) {
        last--;
    }
    unsigned between = ((1u << last) - 1) & ~((1u << first) - 1);
    if (first == last || last - first == count) {
        return;
    }
    LLVMPositionBuilderBefore(builder, load);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
    LLVMValueRef whole = LLVMGetPoison(type);
    if (used == between && last - first > 1) {
        whole = load_lanes(m, builder, load, first, last - first);
    } else {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(m->context);
        for (unsigned lane = first; lane < last; lane++) {
            if (used >> lane & 1) {
                LLVMValueRef part = LLVMBuildLoad2(builder, LLVMGetElementType(type), lane_address(builder, LLVMGetOperand(load, 0), type, lane), "");
                LLVMSetAlignment(part, lane_alignment(load, lane_bytes_of(m, type), lane));
                whole = LLVMBuildInsertElement(builder, whole, part, LLVMConstInt(i32, lane, false), "");
            }
        }
    }
    LLVMReplaceAllUsesWith(load, whole);
    LLVMInstructionEraseFromParent(load);
}

typedef void (*splitter)(struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef instruction);

static void split_all(struct llvm_module *m, LLVMValueRef function, LLVMBuilderRef builder, LLVMOpcode opcode, splitter split) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMGetInstructionOpcode(i) == opcode) {
                split(m, builder, i);
            }
        }
    }
}

void components_split(struct llvm_module *m, LLVMValueRef function, LLVMBuilderRef builder) {
    split_all(m, function, builder, LLVMStore, split_store);
    split_all(m, function, builder, LLVMLoad, split_load);
}
