package main

import (
	"errors"
	"fmt"
	"time"

	"unbox/optimizer/rules"
	proverules "unbox/prove/rules"
	"unbox/prove/solve"
	"unbox/trace"
)

func ruleCommand() command {
	return command{
		name: "rule", operands: "FILE", summary: "prove or refute your own rewrite rules", declare: (*program).rule,
		about: `Tries your own rewrite rules. FILE has rules such as

    double: int_add(x, x) => int_lshift(x, 1)

in the language of the built-in ones, which "unbox describe" shows. Each rule is
proved for all 64-bit integers, or refuted by numbers for which its two sides differ.
The remarks say whether a rule is useful: whether its target is cheaper than its
pattern, whether rewriting with it and the built-in rules always ends, and whether a
built-in rule comes first.

Exit codes: 0 all are proved, 1 one is refuted, 2 the input cannot be used, 3 unknown.
`,
	}
}

// rule is the command `unbox rule`.
func (p *program) rule(flags *flagSet) func(names []string) int {
	trace := flags.String("trace", "", "apply the rules, after the built-in ones, to a `TRACE`, and print the result")
	chosen := flags.passFlags()
	solver := flags.String("solver", "builtin", "the solver: builtin, z3, cvc5 or bitwuzla (`NAME`); with z3 and cvc5 rules about arithmetic with floats can be proved")
	timeout := flags.Duration("timeout", 10*time.Second, "for the proof of each rule, a `TIME` such as 500ms; default 10s")
	return func(names []string) int {
		switch {
		case len(names) == 0:
			return flags.noFile()
		case len(names) != 1:
			return p.unusable("expected one FILE of rules, found %s", counted(names))
		case *timeout <= 0:
			return p.unusable("expected a positive --timeout, found %v", *timeout)
		}
		o := proverules.TryOptions{Options: proverules.Options{Budget: solve.Budget{Time: *timeout}}}
		var err error
		if o.Solver, err = solve.ByName(*solver); err != nil {
			return p.unusable("%v", err)
		}
		if o.Passes, err = flags.set(chosen); err != nil {
			return p.unusable("%v", err)
		}
		return p.ruleFile(names[0], *trace, o)
	}
}

// ruleFile tries the rules of a file, on a trace unless its name is empty.
func (p *program) ruleFile(name, traceName string, o proverules.TryOptions) int {
	if traceName != "" {
		var ok bool
		if o.Trace, ok = p.traceOf(traceName); !ok {
			return exitUnusable
		}
	}
	file, err := p.read(name)
	if err != nil {
		return p.unusable("%v", err)
	}
	return p.tryRules(file, o)
}

// traceOf reads a trace; errors in it go to standard error.
func (p *program) traceOf(name string) (*trace.Trace, bool) {
	file, err := p.read(name)
	if err != nil {
		p.unusable("%v", err)
		return nil, false
	}
	trace, list := trace.Parse(file.text)
	return trace, !p.report(file, list) && trace != nil
}

// tryRules tries the rules of a file and prints the results.
func (p *program) tryRules(file source, o proverules.TryOptions) int {
	if p.reportRules(file) {
		return exitUnusable
	}
	ctx, stop := interruptible()
	defer stop()
	report, err := proverules.Try(ctx, file.text, o)
	if wrong := (*rules.RuleError)(nil); errors.As(err, &wrong) {
		p.report(file, diagnosticsOf(file, wrong))
		return exitUnusable
	}
	if err != nil {
		return p.unusable("%v", err)
	}
	if len(report.Rules) == 0 {
		return p.unusable("%s: expected a rule such as `double: int_add(x, x) => int_lshift(x, 1)`, found none", file.shown())
	}
	fmt.Fprint(p.stdout, report.Text())
	return exitOf(report.Status())
}

// reportRules writes the errors in a file of rules to standard error, as those in
// traces are. It reports whether there are any.
func (p *program) reportRules(file source) bool {
	_, errs := rules.ParseRules(file.text)
	return p.report(file, diagnosticsOf(file, errs...))
}

// diagnosticsOf returns errors in a file of rules in the form of those in traces.
func diagnosticsOf(file source, errs ...*rules.RuleError) (list []trace.Diagnostic) {
	for _, err := range errs {
		list = append(list, trace.Diagnostic{
			Severity: trace.Error, Message: err.Message, From: err.From, To: min(err.To, len(file.text)),
		})
	}
	return list
}
