package syntax

import "math/big"

// Span is the position of a piece of the program, in bytes.
type Span struct{ From, To int }

// Place returns the span itself.
func (s Span) Place() Span { return s }

// Expr is an expression.
type Expr interface{ Place() Span }

// Stmt is a statement.
type Stmt interface{ Place() Span }

// The expressions.
type (
	// Name is a variable.
	Name struct {
		Span
		Text string
	}
	// Int is an integer of any size.
	Int struct {
		Span
		Value *big.Int
	}
	// Float is a double.
	Float struct {
		Span
		Value float64
	}
	// Str is a string without braces that mean something, in UTF-8.
	Str struct {
		Span
		Value string
	}
	// Format is a string with values in it: f"…".
	Format struct {
		Span
		Parts []FormatPart
	}
	// Const is None, True, False or an ellipsis, by its name.
	Const struct {
		Span
		Text string
	}
	// Tuple is a tuple, with or without parentheses.
	Tuple struct {
		Span
		Items []Expr
	}
	// List is a list.
	List struct {
		Span
		Items []Expr
	}
	// Set is a set, which is not empty.
	Set struct {
		Span
		Items []Expr
	}
	// Dict is a dictionary. A key that is nil stands for `**` before the value: the items of that.
	Dict struct {
		Span
		Keys, Values []Expr
	}
	// Comprehension is a list (Kind is '['), a set ('{'), a dictionary (':'), or a generator ('(').
	Comprehension struct {
		Span
		// For is the first `for`.
		For     Span
		Kind    byte
		Element Expr
		// Lazy says that a generator is an object, because nothing consumes it at once: the analysis of names finds out.
		Lazy bool
		// Value is that of a dictionary's item.
		Value   Expr
		Clauses []Clause
	}
	// Unary is an operator before its operand: `-`, `+`, `~` or `not`.
	Unary struct {
		Span
		Op string
		X  Expr
	}
	// Binary is an operator between operands, other than those of comparisons and truth.
	Binary struct {
		Span
		Op   string
		X, Y Expr
	}
	// Bool is X and Y, or X or Y.
	Bool struct {
		Span
		Op   string
		X, Y Expr
	}
	// Compare is a chain of comparisons: Ops[k] comes before Rest[k].
	Compare struct {
		Span
		First Expr
		Ops   []string
		Rest  []Expr
	}
	// Conditional is Then if Test else Else.
	Conditional struct {
		Span
		Test, Then, Else Expr
	}
	// Call calls a function.
	Call struct {
		Span
		Func     Expr
		Args     []Expr
		Keywords []Keyword
	}
	// NamedExpr is (Name := X): the value of X, which Name gets.
	NamedExpr struct {
		Span
		Name *Name
		X    Expr
	}
	// Yield is what a generator gives, and the value of what it is sent in return: yield X, or yield from X if From is
	// set. X is nil if nothing is given.
	Yield struct {
		Span
		X    Expr
		From bool
	}
	// Attribute is X.Name.
	Attribute struct {
		Span
		X    Expr
		Name string
	}
	// Subscript is X[Index].
	Subscript struct {
		Span
		X, Index Expr
	}
	// Slice is the slice in X[From:To:Step]; each part may be nil.
	Slice struct {
		Span
		Low, High, Step Expr
	}
	// Star is *X, in a call or among targets.
	Star struct {
		Span
		X Expr
	}
	// Lambda is a function of one expression.
	Lambda struct {
		Span
		Params []Param
		Body   Expr
	}
)

// FormatPart is a piece of a format string: text, or a value if X is not nil.
type FormatPart struct {
	Text string
	X    Expr
	// Conversion is 'r', 's', 'a' or 0.
	Conversion byte
	// Spec is the format of the value; nil for none.
	Spec *Format
}

// Keyword is an argument with a name; without one, it is **X.
type Keyword struct {
	Span
	Name string
	X    Expr
}

// Clause is a `for` of a comprehension with the conditions after it.
type Clause struct {
	Target, Iter Expr
	Conditions   []Expr
}

// Param is a parameter. Star is 1 for *args, 2 for **kwargs.
type Param struct {
	Span
	Name    string
	Default Expr
	Star    int
	// KeywordOnly means that it comes after *args or *, PositionOnly that it comes before `/`.
	KeywordOnly, PositionOnly bool
}

// The statements.
type (
	// ExprStmt is an expression that is evaluated.
	ExprStmt struct {
		Span
		X Expr
	}
	// Assign gives each target the value, from left to right.
	Assign struct {
		Span
		Targets []Expr
		Value   Expr
	}
	// AugAssign is Target Op= Value.
	AugAssign struct {
		Span
		Target Expr
		Op     string
		Value  Expr
	}
	// Return ends a function; X may be nil.
	Return struct {
		Span
		X Expr
	}
	// If is a condition with what follows from it.
	If struct {
		Span
		Test       Expr
		Then, Else []Stmt
	}
	// While is a loop; Else runs when it ends without break.
	While struct {
		Span
		Test       Expr
		Body, Else []Stmt
	}
	// For is a loop over items.
	For struct {
		Span
		Target, Iter Expr
		Body, Else   []Stmt
	}
	// Def defines a function.
	Def struct {
		Span
		Name       string
		Params     []Param
		Body       []Stmt
		Decorators []Expr
		// Dispatch returns the type of the first parameter that has one, if a decorator is the attribute `register` of something:
		// functools.singledispatch asks for it. Nil in other functions.
		Dispatch *Lambda
	}
	// Class defines a class.
	Class struct {
		Span
		Name       string
		Bases      []Expr
		Keywords   []Keyword
		Body       []Stmt
		Decorators []Expr
		// Declared are the variables that the body gives a type, in order; one may be there twice.
		Declared []Declared
	}
	// Simple is pass, break or continue.
	Simple struct {
		Span
		Word string
	}
	// Import is `import Module as Name`, or `from Module import Item as Name`.
	Import struct {
		Span
		Module, Item, Name string
	}
	// Scope is `global` or `nonlocal` with its names.
	Scope struct {
		Span
		Word  string
		Names []string
	}
	// Assert is a condition that holds, with what is said if not.
	Assert struct {
		Span
		Test, Message Expr
	}
	// Raise raises an exception; X and Cause may be nil.
	Raise struct {
		Span
		X, Cause Expr
	}
	// Try is a block with what is done about exceptions.
	Try struct {
		Span
		Body, Else, Finally []Stmt
		Handlers            []Handler
	}
	// With enters and leaves a context; Target may be nil.
	With struct {
		Span
		X, Target Expr
		Body      []Stmt
	}
	// Delete deletes targets.
	Delete struct {
		Span
		Targets []Expr
	}
)

// Handler is an `except` clause; Type is nil if it takes all exceptions, Name "" if it
// gives them no name.
type Handler struct {
	Span
	Type Expr
	Name string
	Body []Stmt
}

// Declared is a variable that the body of a class gives a type.
type Declared struct {
	Name string
	// Initial says that the type is InitVar: no field, but a parameter of what makes an instance.
	Initial bool
}
