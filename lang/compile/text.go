package compile

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// opTexts say what the operations do, for people. After a percent sign, A, B and C are registers, D a register number's
// place in the code, K a constant, G a global variable, N a name, Y whether C is set, and n how many operands C counts.
var opTexts = [opCount]string{
	LoadK: "%A = %K", Move: "%A = %B", Check: "is %A bound?", LoadGlobal: "%A = %G", StoreGlobal: "%G = %A", DelGlobal: "del %G",
	LoadClass: "%A = %B, or %G", LoadCell: "%A = what cell %B holds", StoreCell: "cell %A holds %B", MakeCell: "%A = a cell with %A", DelLocal: "del %A", DelCell: "del what cell %A holds",
	Add: "%A = %B + %C", Sub: "%A = %B - %C", Mul: "%A = %B * %C", TrueDiv: "%A = %B / %C", FloorDiv: "%A = %B // %C", Mod: "%A = %B %% %C", Pow: "%A = %B ** %C", MatMul: "%A = %B @ %C",
	LShift: "%A = %B << %C", RShift: "%A = %B >> %C", And: "%A = %B & %C", Or: "%A = %B | %C", Xor: "%A = %B ^ %C",
	AddK: "%A = %B + %k", SubK: "%A = %B - %k", MulK: "%A = %B * %k", FloorDivK: "%A = %B // %k", ModK: "%A = %B %% %k", AndK: "%A = %B & %k", LShiftK: "%A = %B << %k", RShiftK: "%A = %B >> %k",
	Neg: "%A = -%B", Pos: "%A = +%B", Invert: "%A = ~%B", Not: "%A = not %B",
	Lt: "%A = %B < %C", Le: "%A = %B <= %C", Gt: "%A = %B > %C", Ge: "%A = %B >= %C", Eq: "%A = %B == %C", Ne: "%A = %B != %C", In: "%A = %B in %C", NotIn: "%A = %B not in %C",
	Is: "%A = %B is %C", IsNot: "%A = %B is not %C",
	Jump: "go to %D", JumpIf: "if %A: go to %D", JumpIfNot: "if not %A: go to %D",
	JLt: "if %Y%A < %B: go to %D", JLe: "if %Y%A <= %B: go to %D", JGt: "if %Y%A > %B: go to %D", JGe: "if %Y%A >= %B: go to %D", JEq: "if %Y%A == %B: go to %D", JNe: "if %Y%A != %B: go to %D",
	JLtK: "if %Y%A < %b: go to %D", JLeK: "if %Y%A <= %b: go to %D", JGtK: "if %Y%A > %b: go to %D", JGeK: "if %Y%A >= %b: go to %D", JEqK: "if %Y%A == %b: go to %D", JNeK: "if %Y%A != %b: go to %D",
	JIs: "if %Y%A is %B: go to %D", Loop: "go back to %D", GetIter: "%A = iter(%B)", ForIter: "%B = next(%A), or go to %D",
	GetAttr: "%A = %B.%N", SetAttr: "%A.%N = %B", DelAttr: "del %A.%N", Method: "%A = the method %B.%N", CallMethod: "%A = call method %B with %n", Call: "%A = call %B with %n",
	CallKw: "%A = call %B with %n, some by name", CallStar: "%A = call %B with *args", CallDict: "%A = call %B with *args and **kwargs",
	GetItem: "%A = %B[%C]", SetItem: "%A[%B] = %C", DelItem: "del %A[%B]", BuildSlice: "%A = a slice", BuildTuple: "%A = a tuple of %n", BuildList: "%A = a list of %n",
	BuildSet: "%A = a set of %n", BuildDict: "%A = a dict of %n", ListAppend: "%A.append(%B)", ListExtend: "%A.extend(%B)", DictMerge: "%A.update(%B)", SetAdd: "%A.add(%B)", SetUpdate: "%A.update(%B)", ListToTuple: "%A = tuple(%B)", SetConst: "%A = the constant set %B",
	Unpack: "%A and the next = %B, %n items", UnpackStar: "%A and the next = *%B", Format: "%A = format(%B)", BuildString: "%A = a string of %n parts",
	MakeFunction: "%A = a function", MakeClass: "%A = a class", Super: "%A = super()", Import: "%A = import %N", ImportFrom: "%A = %B.%N", Return: "return %A",
	Raise: "raise %A", Reraise: "raise %A again", AssertFail: "raise AssertionError", Catch: "%A = the exception", Match: "if %A is no %B: go to %D", Consumer: "is %A the language's own %K?", Generate: "%A = a generator", Yield: "yield %A, %B = what is sent", YieldFrom: "%B = yield from %A",
	WithExit: "%A = %B.__exit__(…)",
}

// Text says what an instruction does, with the names of variables; other registers are called t0, t1 and so on.
func (p *Program) Text(c *Code, pc int) string {
	i := c.Instrs[pc]
	text := opTexts[i.Op()]
	var b strings.Builder
	for at := 0; at < len(text); at++ {
		if text[at] != '%' {
			b.WriteByte(text[at])
			continue
		}
		at++
		b.WriteString(p.operand(c, i, text[at]))
	}
	return b.String()
}

// operand is what a letter stands for in opTexts.
func (p *Program) operand(c *Code, i Instr, letter byte) string {
	switch letter {
	case 'A':
		return c.Register(int(i.A()))
	case 'B':
		return c.Register(int(i.B()))
	case 'C':
		return c.Register(int(i.C()))
	case 'D':
		return strconv.Itoa(i.D())
	case 'K':
		return p.constant(c, i.D())
	case 'k':
		return p.constant(c, int(i.C()))
	case 'b':
		return p.constant(c, int(i.B()))
	case 'G':
		return p.Globals[i.D()]
	case 'N':
		return c.name(i.D())
	case 'n':
		return strconv.Itoa(int(i.C()))
	case 'Y':
		if i.C() == 0 {
			return "not "
		}
		return ""
	}
	return "%"
}

// Register names a register.
func (c *Code) Register(k int) string {
	if k < len(c.VarNames) {
		return c.VarNames[k]
	}
	return "t" + strconv.Itoa(k-len(c.VarNames))
}

// name is the one of a cache.
func (c *Code) name(k int) string {
	if k >= 0 && k < len(c.Names) {
		return c.Names[k]
	}
	return "?"
}

// longestConstant is the maximum length of a shown constant in characters.
const longestConstant = 24

func (p *Program) constant(c *Code, k int) string {
	var text string
	switch v := p.Consts[c.K[k]].(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case string:
		text = strconv.Quote(v)
	case *big.Int:
		text = v.String()
	case float64:
		text = strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".en") {
			text += ".0"
		}
	default:
		text = fmt.Sprint(v)
	}
	if runes := []rune(text); len(runes) > longestConstant {
		return string(runes[:longestConstant]) + "…"
	}
	return text
}
