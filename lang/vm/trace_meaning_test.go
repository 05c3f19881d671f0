package vm_test

import (
	"strings"
	"testing"

	"unbox/lang/compile"
	"unbox/lang/vm"
)

func TestMeaning(t *testing.T) {
	tests := []struct {
		op             compile.Op
		text, function string
	}{
		{compile.Add, "return r.binary(", "// binary "},
		{compile.AddK, "r.fixed(f.code.k[c])", ") binary("},
		{compile.LoadK, "r.setReg(a, r.fixed(f.code.k[i.D()]))", ""},
		{compile.JLtK, "return r.compareJump(", ") compareJump("},
		{compile.GetAttr, "return r.getAttr(", "instanceAttr("},
		{compile.ForIter, "r.forIter(f, i)", ") forIter("},
		{compile.Loop, "", ") backEdge("},
		{compile.DelItem, "return r.residual(", ") residual("},
		{compile.Super, "object.HSuper", ""},
	}
	for _, tt := range tests {
		text, function := vm.Meaning(tt.op)
		if !strings.Contains(text, tt.text) || !strings.Contains(function, tt.function) || (function == "") != (tt.function == "") || text != "" && !strings.HasPrefix(text, "case ") {
			t.Errorf("%v: expected a case with %q, and a function with %q, found\n%s\n%s", tt.op, tt.text, tt.function, text, function)
		}
		if strings.Contains(text, "default:") || strings.Count(function, "\nfunc ") > 1 {
			t.Errorf("%v: expected one case and one function, found\n%s\n%s", tt.op, text, function)
		}
	}
}
