package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"strings"
)

// The kinds of changes.
const (
	kindOperator  = "operator"
	kindLimit     = "limit"
	kindCondition = "negated condition"
	kindArguments = "swapped arguments"
	kindTruth     = "truth value"
)

// others are what stands in the place of an operator.
var others = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.QUO,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.AND, token.AND_NOT: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.ADD_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.AND_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

// limits are comparisons with the limit on the other side.
var limits = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
}

// visit enters what can be changed of a node, without what is inside of it.
func (f *finder) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.operator(n.Op, n.OpPos, n)
	case *ast.BasicLit:
		f.number(n)
	case *ast.Ident:
		f.truth(n)
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.CallExpr:
		f.arguments(n)
	case *ast.IncDecStmt:
		f.operator(n.Tok, n.TokPos, n)
		f.dropIn(n)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			f.operator(n.Tok, n.TokPos, n)
			f.dropIn(n)
		}
	case *ast.ExprStmt:
		f.dropIn(n)
	case *ast.ReturnStmt, *ast.BranchStmt:
		f.dropIn(n.(ast.Stmt))
	}
}

// operator enters another operator, and for comparisons by size another limit.
func (f *finder) operator(op token.Token, at token.Pos, shown ast.Node) {
	if other, ok := others[op]; ok {
		f.add(kindOperator, at, at+token.Pos(len(op.String())), other.String(), shown)
	}
	if other, ok := limits[op]; ok {
		f.add(kindLimit, at, at+token.Pos(len(op.String())), other.String(), shown)
	}
}

// number enters a constant with one more and one less.
func (f *finder) number(lit *ast.BasicLit) {
	if lit.Kind != token.INT {
		return
	}
	value, ok := constant.Val(constant.MakeFromLiteral(lit.Value, token.INT, 0)).(*big.Int)
	if !ok {
		small, _ := constant.Int64Val(constant.MakeFromLiteral(lit.Value, token.INT, 0))
		value = big.NewInt(small)
	}
	for _, by := range [...]int64{1, -1} {
		text := new(big.Int).Add(value, big.NewInt(by)).String()
		f.add(kindLimit, lit.Pos(), lit.End(), text, f.around(lit))
	}
}

// truth enters the opposite of true and false.
func (f *finder) truth(id *ast.Ident) {
	opposite := map[string]string{"true": "false", "false": "true"}[id.Name]
	if c, ok := f.source.info.Uses[id].(*types.Const); !ok || opposite == "" || c.Pkg() != nil {
		return
	}
	f.add(kindTruth, id.Pos(), id.End(), opposite, f.around(id))
}

// condition enters that a condition is turned around. Where the change of its operator
// does that, there is no second one.
func (f *finder) condition(e ast.Expr) {
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return
	}
	text := string(f.file.text[f.offset(e.Pos()):f.offset(e.End())])
	f.add(kindCondition, e.Pos(), e.End(), "!("+text+")", e)
}

// symmetric are functions of two arguments whose order makes no difference (TestSymmetric and TestSymmetricBounds in
// optimizer/bounds try them).
var symmetric = map[string]bool{
	"mulWide": true, "minWide": true, "maxWide": true, "forwardAdd": true, "forwardAnd": true, "forwardOr": true, "forwardXor": true,
	"knownSum": true, "knownProduct": true, "logicRange": true, "minOr": true, "maxOr": true, "minXor": true, "maxXor": true,
}

// isSymmetric reports whether a call is one of such a function.
func (f *finder) isSymmetric(call *ast.CallExpr) bool {
	called := f.textOf(call.Fun)
	return symmetric[called[strings.LastIndexByte(called, '.')+1:]]
}

// arguments enters that two neighbours of one type change places.
func (f *finder) arguments(call *ast.CallExpr) {
	if f.source.info.Types[call.Fun].IsType() || f.source.info.Types[call.Fun].IsBuiltin() || f.isSymmetric(call) {
		return
	}
	for k := range len(call.Args) - 1 {
		a, b := call.Args[k], call.Args[k+1]
		s, t := f.typeOf(a), f.typeOf(b)
		if s == nil || t == nil || !types.Identical(types.Default(s), types.Default(t)) {
			continue
		}
		left, right := f.textOf(a), f.textOf(b)
		if left == right {
			continue
		}
		between := string(f.file.text[f.offset(a.End()):f.offset(b.Pos())])
		f.add(kindArguments, a.Pos(), b.End(), right+between+left, call)
	}
}

func (f *finder) textOf(n ast.Node) string {
	return string(f.file.text[f.offset(n.Pos()):f.offset(n.End())])
}

// dropIn enters that a statement of a list is gone; other statements are parts of loops
// and conditions.
func (f *finder) dropIn(s ast.Stmt) {
	switch f.parents[len(f.parents)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		f.drop(s)
	}
}
