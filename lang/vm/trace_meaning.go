package vm

import (
	"embed"
	"strings"

	"unbox/lang/compile"
)

// The meaning of an instruction is what the recorder does with it, so it is explained by the lines of these
// files.
//
//go:embed record.go record_code.go record_compare.go record_iterate.go record_list.go record_dict.go record_object.go record_call.go record_ops.go record_residual.go record_version.go
var recorderFiles embed.FS

// Meaning returns what the recorder does with an instruction, as Go: its case in a switch, and the function that
// this leads to, if there is one.
func Meaning(op compile.Op) (text, function string) {
	switch op {
	case compile.Loop:
		return "", recorderFunction("backEdge")
	case compile.EnterLoop: // which no recording executes: it stands for what a trace does before it leads to a version
		return "", recorderFunction("arguments")
	}
	code := recorderFile("record_code.go")
	for _, name := range []string{"execute", "more", "others"} {
		if found := caseOf(functionText(code, name), op); found != "" {
			called := calledBy(found)
			return found, recorderFunction(called)
		}
	}
	return "", ""
}

func recorderFile(name string) string {
	text, err := recorderFiles.ReadFile(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(text)
}

// recorderFunction finds a function of the recorder, "" if there is none.
func recorderFunction(name string) string {
	if name == "" {
		return ""
	}
	files, err := recorderFiles.ReadDir(".")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for _, file := range files {
		if text := functionText(recorderFile(file.Name()), name); text != "" {
			return text
		}
	}
	return ""
}

// functionText is a method of the recorder, with the comment before it.
func functionText(file, name string) string {
	at := strings.Index(file, "\nfunc (r *recorder) "+name+"(")
	if at < 0 {
		return ""
	}
	from := strings.LastIndex(file[:at+1], "\n\n") + 2
	return file[from : at+strings.Index(file[at:], "\n}\n")+2]
}

// caseOf finds the case of an instruction in a function that is one switch.
func caseOf(function string, op compile.Op) string {
	for _, part := range strings.Split(function, "\n\tcase ")[1:] {
		head, body, _ := strings.Cut(part, ":\n")
		if !names(head, op) {
			continue
		}
		body, _, _ = strings.Cut(body, "\n\tdefault:")
		return "case " + head + ":\n" + strings.TrimSuffix(strings.ReplaceAll("\n"+body, "\n\t\t", "\n\t"), "\n\t}\n\treturn true\n}")[1:]
	}
	return ""
}

// names reports whether the head of a case is that of an instruction: it lists it, or says from where to where.
func names(head string, op compile.Op) bool {
	from := compile.Op(255)
	for _, word := range strings.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune(" ,\n\t", r) }) {
		name, ok := strings.CutPrefix(word, "compile.")
		if !ok {
			continue
		}
		if name == op.String() {
			return true
		}
		at, known := compile.OpNamed(name)
		if !known || !strings.Contains(head, "<=") {
			continue
		}
		if from <= op && op <= at {
			return true
		}
		from = at
	}
	return false
}

// small are functions of the recorder that say by their names what they do.
const small = " reg setReg fixed next regs bool constInt get set make globals "

// calledBy is the first function of the recorder that a text calls, except small ones.
func calledBy(text string) string {
	for {
		at := strings.Index(text, "r.")
		if at < 0 {
			return ""
		}
		word := text[at+2:]
		end := strings.IndexFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
		text = word[max(end, 0):]
		if end > 0 && word[end] == '(' && !strings.Contains(small, " "+word[:end]+" ") {
			return word[:end]
		}
	}
}
