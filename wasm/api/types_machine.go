package api

// CodegenRequest asks for a trace as a WebAssembly module, and for the memory on which
// it begins to run.
type CodegenRequest struct {
	// Text is the trace, Inputs its inputs as in RunRequest.
	Text   string `json:"text"`
	Inputs string `json:"inputs"`
	// Optimize asks for the trace after Passes; otherwise it is the recorded one.
	Optimize bool     `json:"optimize"`
	Passes   []string `json:"passes"`
	// Jumps is the maximum number of jumps of the run, 0 for 1000.
	Jumps int `json:"jumps"`
	// Young is the size of the nursery in bytes, 0 for 256 KiB.
	Young int `json:"young,omitempty"`
}

// CodegenResponse is a module with everything that its host must know. The
// documentation of the Go package wasm/codegen describes how they work together. All
// offsets are bytes in the module's memory.
type CodegenResponse struct {
	// Diagnostics and InputDiagnostics are the errors in the texts. If there are any,
	// everything below is empty.
	Diagnostics      []Diagnostic `json:"diagnostics"`
	InputDiagnostics []Diagnostic `json:"inputDiagnostics"`
	// Refused says why the trace cannot be run as code, in one sentence; everything
	// below is then empty.
	Refused string `json:"refused,omitempty"`
	// Module is the module's bytes, in base64.
	Module string `json:"module"`
	// Region is the memory from 0 to Young, in base64; all bytes after are 0.
	Region string `json:"region"`
	// Young is where two equal spaces for new objects begin, Space the size of each.
	// The lower one is in use first.
	Young int `json:"young"`
	Space int `json:"space"`
	// Frame is where the live values of exits are, 8 bytes each. Consts is the number of
	// references in the table at 64.
	Frame  int `json:"frame"`
	Consts int `json:"consts"`
	// OldRefs are the objects below Young in which a collection looks for references.
	OldRefs []int `json:"oldRefs"`
	// Iterations is the number of times that the back edge may be taken before the module
	// asks for fuel.
	Iterations int `json:"iterations"`
	// Shapes give the layout of objects, TagRef is the tag of a place that holds a
	// reference.
	Shapes []CodegenShape `json:"shapes"`
	TagRef int            `json:"tagRef"`
	// Imagined means that there are calls whose meaning only the traced program knows. Then
	// Origins are the objects on which a result can depend.
	Imagined bool            `json:"imagined,omitempty"`
	Origins  []CodegenOrigin `json:"origins"`
	// Exits are the ways to leave, by number.
	Exits []CodegenExit `json:"exits"`
}

// CodegenShape is the layout of the objects of one shape: their first 4 bytes are
// Shape, the next 4 an array's length.
type CodegenShape struct {
	Shape int `json:"shape"`
	// Size is the size of an object; of an array, that of its header.
	Size int `json:"size"`
	// Refs are the offsets of references; in an array those of its first item, and the
	// others follow at distances of ItemSize bytes.
	Refs []int `json:"refs"`
	// Tagged are offsets in the same way of places that hold a reference if their tag
	// is TagRef: for a field the byte 8 after it, for an array the byte number n after
	// the last item, n being the number of the slot of 8 bytes.
	Tagged []int `json:"tagged"`
	// ItemSize is 0 for objects. Tags means that an array has one byte for each slot
	// after its items, padded to 8.
	ItemSize int  `json:"itemSize"`
	Tags     bool `json:"tags"`
}

// CodegenExit is one way to leave the module.
type CodegenExit struct {
	// Kind is "leave", "allocate", "effect", "fuel" or "missing".
	Kind string `json:"kind"`
	// Operation is the operation's name, Line its line in the trace, 0 for none.
	Operation string `json:"operation,omitempty"`
	Line      int    `json:"line"`
	// Live are the types of the values in the frame: "int", "float" or "ref"; Names
	// are their names in the trace that runs.
	Live  []string `json:"live"`
	Names []string `json:"names"`
	// Shape is the shape of the object to allocate. An array's length is in the frame's
	// slot LengthIn or, if that is -1, it is Length.
	Shape    int `json:"shape,omitempty"`
	LengthIn int `json:"lengthIn"`
	Length   int `json:"length,omitempty"`
	// Unwritten means that the tags of the new array must be 4: not to be read.
	Unwritten bool `json:"unwritten,omitempty"`
	// Result is the type of an effect's result, "void" if it has none.
	Result string `json:"result,omitempty"`
	// Call describes a call whose meaning only the traced program knows, and that the
	// host makes up as the interpreter does.
	Call *CodegenCall `json:"call,omitempty"`
}

// CodegenCall is a call of a function that is not available.
type CodegenCall struct {
	// Seed is not empty if the arguments determine the result: it is the number, in
	// decimal digits, into which they are mixed one after the other.
	Seed string `json:"seed,omitempty"`
	// Copies means that the call copies items from its second argument, an array, to the
	// third: from the index in the fourth to that in the fifth, as many as the sixth says.
	Copies bool `json:"copies,omitempty"`
	// Forces is set if the call returns what its second argument, a virtual_ref, stands for:
	// where that is. It is nothing else if Token is null there and Forced is not; then nothing
	// is an effect at the guard after it either, whose AsksIfForced is set.
	Forces       *CodegenVirtualRef `json:"forces,omitempty"`
	AsksIfForced bool               `json:"asksIfForced,omitempty"`
	// Condition is set for conditional calls. IfZero means that the call is made if that is 0
	// or null, and is the result otherwise; without it, the call is made if it is not 0.
	Condition *CodegenArg  `json:"condition,omitempty"`
	IfZero    bool         `json:"ifZero,omitempty"`
	Args      []CodegenArg `json:"args"`
}

// CodegenVirtualRef is the layout of virtual_refs: their shape, and the offsets of the two fields.
type CodegenVirtualRef struct {
	Shape  int `json:"shape"`
	Token  int `json:"token"`
	Forced int `json:"forced"`
}

// CodegenArg is an argument of a call.
type CodegenArg struct {
	// Type is "int", "float" or "ref".
	Type string `json:"type"`
	// Slot is where it is in the frame, -1 for a constant: Bits are then its bits in
	// decimal digits, without sign.
	Slot int    `json:"slot"`
	Bits string `json:"bits,omitempty"`
}

// CodegenOrigin says that the object at Ref, which stays there, is one of the inputs or
// constants: Origin, in decimal digits, is a different number for each.
type CodegenOrigin struct {
	Ref    int    `json:"ref"`
	Origin string `json:"origin"`
}

// AsmRequest asks for the machine code of a trace.
type AsmRequest struct {
	Text string `json:"text"`
	// Passes are the passes that are on, Point the number of them that have run: 0
	// is the recorded trace, -1 the end.
	Passes []string `json:"passes"`
	Point  int      `json:"point"`
	// Processor is "x86-64", which every such processor is, or "x86-64-v3" with AVX
	// and BMI2, the default.
	Processor string `json:"processor,omitempty"`
}

// AsmResponse is x86-64 machine code next to the lines from which it was made.
type AsmResponse struct {
	// Diagnostics are the errors in the text. If there are any, everything below is
	// empty.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Refused says why the trace cannot be run as code, in one sentence; everything
	// below is then empty.
	Refused string `json:"refused,omitempty"`
	// Lines are the trace.
	Lines []AsmLine `json:"lines"`
	// Code are the instructions in the order of their offsets.
	Code []AsmInstruction `json:"code"`
	// Places say where each value is during its life, in the order of offsets.
	Places []AsmPlace `json:"places"`
	// Size is the number of bytes, Straight the number of those that are not out of
	// line, Slots the number of slots of the frame.
	Size     int `json:"size"`
	Straight int `json:"straight"`
	Slots    int `json:"slots"`
}

// AsmLine is a line of the trace.
type AsmLine struct {
	// Spans are the line, as in Line. The identity of a value is its own within the response.
	Spans []Span `json:"spans"`
	// Defines is the name of the value that is defined here, "" if none is. Inputs means that the line
	// lists the trace's inputs, for which there is code before its first operation.
	Defines string `json:"defines,omitempty"`
	Inputs  bool   `json:"inputs,omitempty"`
	// Source is the line of the text that the operation comes from, even where passes replaced or
	// copied it; 0 if there is none.
	Source int `json:"source"`
	// Note says in a few words why it has no code of its own, or unexpected code: "a
	// part of what uses it".
	Note string `json:"note,omitempty"`
}

// AsmInstruction is one machine instruction.
type AsmInstruction struct {
	Offset int `json:"offset"`
	// Bytes are hexadecimal digits.
	Bytes string `json:"bytes"`
	// Line is the index of the line that it belongs to, -1 for what belongs to none.
	Line int `json:"line"`
	// Rare means that it is out of line: a way to leave, or a rare case.
	Rare bool `json:"rare,omitempty"`
	// Label is a place that something jumps to, Text the instruction in Intel's
	// notation, Values which values are in the registers that it uses: "rax=i3".
	Label  string `json:"label,omitempty"`
	Text   string `json:"text"`
	Values string `json:"values,omitempty"`
}

// AsmPlace is where a value is in a range of code: from offset From to before To.
type AsmPlace struct {
	Value string `json:"value"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	// Where is a register or a slot: "rax", "slot 3".
	Where string `json:"where"`
}
