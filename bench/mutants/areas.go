package main

import (
	"path"
	"slices"
)

// area is a part of the sources with its judges.
type area struct {
	name   string
	files  []string // patterns, from the project's folder
	except []string
	judges []judge
}

// areas are drawn from in turn, so that the largest does not get all mutants.
var areas = []area{
	{
		name: "passes",
		files: []string{
			"optimizer/pass_*.go", "optimizer/heap*.go", "optimizer/peel.go", "optimizer/entryshape.go", "optimizer/materialize.go",
			"optimizer/virtual*.go", "optimizer/described.go", "optimizer/ptrinfo.go", "optimizer/walk.go", "optimizer/output.go",
			"optimizer/match.go", "optimizer/rules/ruleeval.go", "trace/calls.go", "optimizer/constants.go",
			"optimizer/overflow.go", "optimizer/names.go", "optimizer/sweep.go", "optimizer/valuetable.go", "optimizer/pass.go",
		},
		judges: ofOptimizer,
	},
	{name: "bounds", files: []string{"optimizer/bounds/*.go", "optimizer/boundsfacts.go"}, except: []string{"optimizer/bounds/bounds_string.go", "optimizer/bounds/random.go"}, judges: ofOptimizer},
	{
		name:  "interpreter",
		files: []string{"interp/run.go", "interp/program.go", "interp/malformed.go", "interp/object.go", "interp/guard.go", "interp/call.go", "interp/environment.go", "interp/frame.go", "interp/unknown.go", "interp/relay.go", "interp/trouble.go", "interp/judge*.go", "trace/eval.go", "trace/optable.go", "interp/outcome.go", "interp/outside.go"},
		// The name of a difference is not a judgement.
		except: []string{"interp/judge_reason.go"},
		judges: ofOptimizer,
	},
	{
		name:   "code",
		files:  []string{"backend/*.go", "native/*.go", "wasm/codegen/*.go"},
		except: []string{"native/listing.go", "native/exec_other.go", "native/features_other.go"},
		judges: ofCode,
	},
}

// has reports whether a file belongs to the area.
func (a *area) has(file string) bool {
	return matches(a.files, file) && !matches(a.except, file)
}

func matches(patterns []string, file string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, file)
		if err != nil {
			panic("BUG: a pattern of files: " + err.Error())
		}
		return ok
	})
}

// folders are the packages that the areas are in.
var folders = []string{"trace", "interp", "optimizer/bounds", "optimizer/rules", "optimizer", "backend", "native", "wasm/codegen"}
