package trace

import (
	"strings"

	"unbox/heap"
)

// constantIndex finds constants. Small integers are found without hashing.
type constantIndex struct {
	small [1024]Value
	rest  map[constantKey]Value
	// unknown counts constants that equal no other constant.
	unknown uint64
}

type constantKey struct {
	kind ConstKind
	bits uint64
	name Sym
}

func (c *constantIndex) init() { c.rest = make(map[constantKey]Value) }

// constant returns the value of a constant, which is the same for equal ones.
func (p *parser) constant(c Const) Value {
	small := int64(c.Bits) + 256
	isSmall := c.Kind == ConstInt && small >= 0 && small < int64(len(p.consts.small))
	if isSmall && p.consts.small[small] != None {
		return p.consts.small[small]
	}
	key := constantKey{c.Kind, c.Bits, c.Name}
	switch c.Kind {
	case ConstNull:
		key.name = 0 // null and NULL are the same in every dialect
	case ConstUnknown: // the same number is the same object
		if _, known := p.consts.rest[key]; !known {
			p.consts.unknown++
			c.Bits = p.consts.unknown
		}
	case ConstRounded:
		return p.addConstant(c)
	}
	if !isSmall {
		if v, ok := p.consts.rest[key]; ok {
			return v
		}
	}
	v := p.addConstant(c)
	if isSmall {
		p.consts.small[small] = v
	} else {
		p.consts.rest[key] = v
	}
	return v
}

func (p *parser) addConstant(c Const) Value {
	p.t.Consts = append(p.t.Consts, c)
	return ConstValue(len(p.t.Consts) - 1)
}

// class returns the number of a class.
func (p *parser) class(name string, spelling ClassSpelling) int32 {
	if c, ok := p.classes[name]; ok {
		if p.tab.ClassSpelling[c] == ClassSize {
			p.tab.ClassSpelling[c] = spelling
		}
		return c
	}
	c := int32(len(p.tab.Schema.Classes))
	p.classes[name] = c
	p.tab.Schema.Classes = append(p.tab.Schema.Classes, heap.Class{Name: name})
	p.tab.ClassSpelling = append(p.tab.ClassSpelling, spelling)
	return c
}

// descrText returns the number of a descriptor or an unknown operation's name.
func (p *parser) descrText(text string) int32 {
	if n, ok := p.texts[text]; ok {
		return n
	}
	n := int32(len(p.tab.Texts))
	p.texts[text] = n
	number := callNumber(text)
	p.tab.Texts = append(p.tab.Texts, Descr{Text: text, Effect: callEffect(text), Known: callKnown(text),
		Makes: stringMade(number), Equates: stringEquality(number), Wide: len(number) == 2 && number[0] == '4', CopiesItems: number == "1", ForcesVirtual: number == "120", ForcesFrame: number == "121"})
	if name, descr := sliceEquality(number); name != "" {
		p.tab.Texts[n].OfSliceBy = p.internText("ConstClass(" + name + ")")
		ofSlice := p.descrText(descr) // which may move the table
		p.tab.Texts[n].OfSlice = ofSlice
	}
	return n
}

// callEffect returns the EF number of a call descriptor such as
// <Callr 8 rii EF=3 OS=23>, -1 if there is none.
func callEffect(text string) int8 {
	at := strings.Index(text, "<Call")
	if at < 0 {
		return -1
	}
	text = text[at:]
	at = strings.Index(text, " EF=")
	if at < 0 || at+4 >= len(text) {
		return -1
	}
	if digit := text[at+4]; digit >= '0' && digit <= '7' {
		return int8(digit - '0')
	}
	return -1
}

// callKnown returns the operation that a call computes. PyPy marks functions that
// its optimizer knows by a number OS in the descriptor: 12 is the division of
// Python and 14 its remainder, of integers, by anything but 0.
func callKnown(text string) Opcode {
	if callEffect(text) != 0 {
		return OpNone
	}
	switch callNumber(text) {
	case "12":
		return OpIntPyDiv
	case "14":
		return OpIntPyMod
	}
	return OpNone
}

// stringMade says what an OS number says about strings: 22 and 23 are those of bytes, 42 and 43 those of
// characters.
func stringMade(number string) StringMade {
	switch number {
	case "22", "42":
		return MakesConcat
	case "23", "43":
		return MakesSlice
	}
	return MakesNoString
}

// stringEquality says what an OS number says about comparing strings: 24 and 26 are those of bytes, 44 and 46 those of
// characters.
func stringEquality(number string) StringEquality {
	switch number {
	case "24", "44":
		return EquatesStrings
	case "26", "46":
		return EquatesSlice
	}
	return EquatesNoStrings
}

// sliceEquality returns the name of the function that compares a slice of a string with another string, and its
// descriptor, as PyPy's optimizer writes them in the place of a comparison with this OS number; "" for all other calls.
func sliceEquality(number string) (name, descr string) {
	switch number {
	case "24":
		return "_ll_4_str_eq_slice_nonnull__rpy_stringPtr_Signed_Signed_rpy_stringPtr", "<Calli 8 riir EF=0 OS=26>"
	case "44":
		return "_ll_4_str_eq_slice_nonnull__rpy_unicodePtr_Signed_Signed_rpy_unicodePtr", "<Calli 8 riir EF=0 OS=46>"
	}
	return "", ""
}

// callNumber returns the OS number of a call descriptor, "" if it has none. 1 is the
// copying of items from one array to another.
func callNumber(text string) string {
	at := strings.Index(text, " OS=")
	if at < 0 || callEffect(text) < 0 {
		return ""
	}
	number, _, _ := strings.Cut(strings.TrimSuffix(text[at+4:], ">"), " ")
	return number
}

// fieldIndex finds fields and array types, and knows what they hold as far as
// that is decided.
type fieldIndex struct {
	byName map[string]int32
	// byText finds fields by their descriptor.
	byText map[string]int32
	// types and elems are as long as Schema.Fields and Schema.Arrays.
	types, elems []typeTerm
	// owners are the classes that declare each field.
	owners map[int32][]fieldOwner
	// ambiguous are the names that need a class before them, with one such class.
	ambiguous map[string]string
	// qualified finds Class.name for fields whose own name is just name.
	qualified map[string]int32
}

func (f *fieldIndex) init() {
	f.byName = make(map[string]int32)
	f.byText = make(map[string]int32)
	f.owners = make(map[int32][]fieldOwner)
	f.ambiguous = make(map[string]string)
	f.qualified = make(map[string]int32)
}

// field returns the number of the field with a name.
func (p *parser) field(name string) int32 {
	if f, ok := p.fields.byName[name]; ok {
		return f
	}
	if f, ok := p.fields.qualified[name]; ok {
		return f
	}
	return p.newField(name, p.types.fresh())
}

func (p *parser) newField(name string, holds typeTerm) int32 {
	f := int32(len(p.tab.Schema.Fields))
	p.fields.byName[name] = f
	p.fields.types = append(p.fields.types, holds)
	p.tab.Schema.Fields = append(p.tab.Schema.Fields, heap.Field{Name: name})
	p.tab.FieldText = append(p.tab.FieldText, "")
	return f
}

// toyField returns the number of the field of a toy object, which holds anything.
func (p *parser) toyField(number string) int32 {
	f := p.field(number)
	p.fields.types[f] = typeTerm(Any)
	return f
}

// descrField returns the field that a descriptor names.
func (p *parser) descrField(text string) int32 {
	if text[0] != '<' {
		return p.field(text)
	}
	if f, ok := p.fields.byText[text]; ok {
		return f
	}
	name, holds, pure := splitFieldDescr(text)
	if name == "" {
		name = text
	}
	if f, taken := p.fields.byName[name]; taken && (p.tab.FieldText[f] != "" || !p.fits(f, holds)) {
		name = text // another field of that name, at another offset
	}
	f := p.field(name)
	p.tab.FieldText[f] = text
	p.tab.Schema.Fields[f].Pure = pure
	p.fields.byText[text] = f
	if holds != Void {
		p.types.unify(p.fields.types[f], typeTerm(holds))
	}
	return f
}

func (p *parser) fits(f int32, holds Type) bool {
	have := p.types.find(p.fields.types[f])
	return holds == Void || have.isOpen() || have == typeTerm(holds)
}

// splitFieldDescr takes <FieldS pypy.W_IntObject.inst_intval 8 pure> apart, also
// inside <InteriorFieldDescr …>.
func splitFieldDescr(text string) (name string, holds Type, pure bool) {
	if inner, ok := strings.CutPrefix(text, "<InteriorFieldDescr "); ok {
		text = strings.TrimSuffix(inner, ">")
	}
	const prefix = "<Field"
	if !strings.HasPrefix(text, prefix) || len(text) < len(prefix)+3 || text[len(prefix)+1] != ' ' {
		return "", Void, false
	}
	holds = storedType(text[len(prefix)])
	name = text[len(prefix)+2 : len(text)-1]
	name, pure = strings.CutSuffix(name, " pure")
	if at := strings.LastIndexByte(name, ' '); at > 0 {
		name = name[:at]
	}
	return name, holds, pure
}

// storedType is what the letter in a descriptor says: P reference, S signed, U
// unsigned, F float.
func storedType(letter byte) Type {
	switch letter {
	case 'P':
		return Ref
	case 'S', 'U':
		return Int
	case 'F':
		return Float
	}
	return Void
}

// array returns the number of an array type.
func (p *parser) array(text string) int32 {
	if a, ok := p.arrays[text]; ok {
		return a
	}
	a := int32(len(p.tab.Schema.Arrays))
	p.arrays[text] = a
	p.tab.Schema.Arrays = append(p.tab.Schema.Arrays, heap.ArrayType{Name: text})
	descr := ""
	elem := p.types.fresh()
	if text[0] == '<' {
		descr = text
		const prefix = "<Array"
		if strings.HasPrefix(text, prefix) && len(text) > len(prefix)+1 && text[len(prefix)+1] == ' ' {
			if t := storedType(text[len(prefix)]); t != Void {
				elem = typeTerm(t)
			}
		}
	}
	p.tab.ArrayText = append(p.tab.ArrayText, descr)
	p.fields.elems = append(p.fields.elems, elem)
	return a
}
