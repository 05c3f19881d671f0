package api

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// MaxRequest is the size of the largest request that is read, in bytes. A trace
// of 10 MB fits, even with every line escaped.
const MaxRequest = 32 << 20

// Call calls one function of the table, by its name in functions or wholeFunctions. request is
// JSON of the type that belongs to the function, OptimizeRequest for "optimize";
// "describe", "version" and "fuzzStart" need none. The response is JSON of the response
// type, or ErrorResponse if the request cannot be used or there is no such function. Equal requests get equal bytes, on every
// platform. Call never panics.
func Call(name string, request []byte) []byte { return New().Call(name, request) }

// Engine answers calls one after the other and keeps its memory, and what it
// knows about the last trace, from one to the next. Its answers are those of
// [Call]. Two goroutines must not use it at the same time.
type Engine struct {
	session  session
	fuzzing  fuzzing
	stepping stepping
	programs
	// compared are the traces of the last comparison with PyPy.
	compared comparedTraces
	out      []byte
}

// New returns an Engine that knows nothing yet.
func New() *Engine { return new(Engine) }

// function answers one kind of request, from JSON to JSON: see answering.
type function = func(e *Engine, request []byte) ([]byte, error)

// table is the function table, once it was asked for. It is made by a function that only calls need, and not when the program starts: so
// programs that call no engine are linked without all that the table leads to.
var table struct {
	once      sync.Once
	functions map[string]function
}

// functions returns the function table: the functions that every build has, and the rest.
func functions() map[string]function {
	table.once.Do(func() {
		table.functions = map[string]function{
			"optimize": (*Engine).optimize,
			"rows":     (*Engine).rows,
			"stages":   (*Engine).stages,
			"inputs":   (*Engine).inputs,
			"find":     (*Engine).find,
			"next":     (*Engine).next,
			"where":    (*Engine).where,
			"text":     (*Engine).text,
			"why":      (*Engine).why,
			"picture":  (*Engine).picture,
			"explain":  (*Engine).explain,
			"run":      answering((*Engine).run),
			"describe": (*Engine).describe,
			"version":  (*Engine).version,
			"import":   answering(func(_ *Engine, q *ImportRequest) (any, error) { return Import(q) }),
		}
		maps.Copy(table.functions, wholeFunctions())
	})
	return table.functions
}

// answering is the function that reads a request, has it answered, and writes the response.
func answering[Request, Response any](answer func(*Engine, *Request) (Response, error)) function {
	return func(e *Engine, request []byte) ([]byte, error) {
		q := new(Request)
		if err := decode(request, q); err != nil {
			return nil, err
		}
		response, err := answer(e, q)
		if err != nil {
			return nil, err
		}
		return encode(nil, response)
	}
}

// functionNames lists the functions for a message.
func functionNames() string {
	return "`" + strings.Join(slices.Sorted(maps.Keys(functions())), "`, `") + "`"
}

// Call is as the function [Call]; the response is valid until the next call.
func (e *Engine) Call(name string, request []byte) (response []byte) {
	defer func() {
		if bug := recover(); bug != nil {
			// The engine's state may be inconsistent.
			*e = Engine{}
			response = failure(fmt.Errorf("BUG: `%s` stopped: %v%s", name, bug, frames()))
		}
	}()
	function, ok := functions()[name]
	if !ok {
		return failure(fmt.Errorf("expected a function (%s), found `%s`", functionNames(), name))
	}
	if len(request) > MaxRequest {
		return failure(fmt.Errorf("expected a request of at most %d MB, found %.1f MB", MaxRequest>>20, float64(len(request))/(1<<20)))
	}
	response, err := function(e, request)
	if err != nil {
		return failure(err)
	}
	return response
}

// frames says where a panic came from: the functions that were running, without
// the addresses that differ from run to run.
func frames() string {
	var pcs [32]uintptr
	var b strings.Builder
	list := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for more := true; more; {
		var f runtime.Frame
		f, more = list.Next()
		if f.Function == "unbox/wasm/api.(*Engine).Call" {
			break // the callers differ from place to place
		}
		if strings.HasPrefix(f.Function, "unbox/") {
			fmt.Fprintf(&b, "\n    %s, line %d", f.Function, f.Line)
		}
	}
	return b.String()
}

// failure is the response to a request that cannot be used.
func failure(err error) []byte {
	return appendErrorResponse(nil, err.Error())
}
