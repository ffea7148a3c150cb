/* Bounds on inlining: callees first, so that what each function becomes is known where it is called. */
#include "llvm/inline_bound.h"

#include "base/map.h"
#include "base/vec.h"
#include "llvm/decode.h"

/* The debug location of an inlined instruction has a part for each call that it came through, and LLVM copies the parts with the instruction:
   `parts` counts them. A chain of n calls has n^2 parts, and they are copied n times. ggml's matrix products
   and flash attention stay below 100,000. */
enum { PARTS_MOST = 1 << 19 };

struct node {
    LLVMValueRef function, next; /* next: the instruction that the walk goes on with */
    uint64_t instructions, parts;
    bool is_done;
};

struct walk {
    VEC(struct node) nodes;
    struct map known; /* function -> node */
    VEC(uint32_t) path;
    unsigned always, never;
    LLVMAttributeRef mark;
};

/* The first instruction of the block or of a later one; NULL: none. */
static LLVMValueRef first_from(LLVMBasicBlockRef block) {
    for (; block; block = LLVMGetNextBasicBlock(block))
        if (LLVMGetFirstInstruction(block))
            return LLVMGetFirstInstruction(block);
    return NULL;
}

static LLVMValueRef instruction_after(LLVMValueRef instruction) {
    LLVMValueRef next = LLVMGetNextInstruction(instruction);
    return next ? next : first_from(LLVMGetNextBasicBlock(LLVMGetInstructionParent(instruction)));
}

static void enter(struct walk *w, LLVMValueRef function) {
    map_set(&w->known, key_of(function), w->nodes.size);
    vec_push(&w->path, w->nodes.size);
    vec_push(&w->nodes, ((struct node){.function = function, .next = first_from(LLVMGetFirstBasicBlock(function))}));
}

/* The function that is inlined where the instruction is; NULL: none. */
static LLVMValueRef inlined_at(const struct walk *w, LLVMValueRef instruction) {
    bool is_call = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
    LLVMValueRef callee = is_call ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    bool is_inlined = callee && !LLVMIsDeclaration(callee) && LLVMGetEnumAttributeAtIndex(callee, at, w->always) &&
                      !LLVMGetCallSiteEnumAttribute(instruction, at, w->never);
    return is_inlined ? callee : NULL;
}

static void inline_one(const struct walk *w, struct node *caller, const struct node *callee, LLVMValueRef call) {
    const uint64_t parts = caller->parts + callee->parts + callee->instructions;
    if (!callee->is_done || parts > PARTS_MOST) {
        LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, w->mark);
        return;
    }
    caller->parts = parts;
    caller->instructions += callee->instructions;
}

static void walk_from(struct walk *w, LLVMValueRef root) {
    enter(w, root);
    while (w->path.size > 0) {
        struct node *n = &w->nodes.data[w->path.data[w->path.size - 1]];
        if (!n->next) {
            n->is_done = true;
            w->path.size--;
            continue;
        }
        uint32_t known;
        LLVMValueRef instruction = n->next, callee = inlined_at(w, instruction);
        if (callee && !map_get(&w->known, key_of(callee), &known)) {
            enter(w, callee); /* and then the call once more */
            continue;
        }
        n->instructions++;
        n->parts++;
        n->next = instruction_after(instruction);
        if (callee)
            inline_one(w, n, &w->nodes.data[known], instruction);
    }
}

void inline_bound(LLVMModuleRef module) {
    struct walk w = {.always = LLVMGetEnumAttributeKindForName("alwaysinline", 12), .never = LLVMGetEnumAttributeKindForName("noinline", 8)};
    w.mark = LLVMCreateEnumAttribute(LLVMGetModuleContext(module), w.never, 0);
    map_init(&w.known);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !map_get(&w.known, key_of(f), NULL))
            walk_from(&w, f);
    vec_release(&w.nodes);
    vec_release(&w.path);
    map_release(&w.known);
}
