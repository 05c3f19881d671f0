package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
)

// verb is one of the things that a command with several can do, such as `unbox class list`. R is what doing it returns.
type verb[R any] struct {
	name string
	// operands are the words after it, such as `ID FILE`; those in brackets can be left out.
	operands string
	// summary says in a few words what it does, for completion.
	summary string
	// do does it, with one word for each of its operands, "" for what was left out.
	do func(ctx context.Context, operands []string) R
}

// verbFlags says which flags belong to which verbs of a command.
type verbFlags map[string][]string

// check refuses flags that were given with a verb to which they do not belong: they would do nothing.
func (v verbFlags) check(flags *flagSet, verb string) error {
	var wrong error
	flags.VisitAll(func(f *pflag.Flag) {
		if with, limited := v[f.Name]; limited && wrong == nil && flags.given(f.Name) && !slices.Contains(with, verb) {
			wrong = fmt.Errorf("expected --%s only with `%s`, found it with `%s`; see `unbox help %s`", f.Name, strings.Join(with, "` or `"), verb, flags.command)
		}
	})
	return wrong
}

// synopsis returns the verb with its operands.
func (v verb[R]) synopsis() string { return strings.TrimSpace(v.name + " " + v.operands) }

// verbsOf returns the operands of a command with these verbs.
func verbsOf[R any](verbs []verb[R]) string {
	var all []string
	for _, v := range verbs {
		all = append(all, v.synopsis())
	}
	return strings.Join(all, " | ")
}

// verbChoices returns the verbs for completion.
func verbChoices[R any](verbs []verb[R]) (all []choice) {
	for _, v := range verbs {
		all = append(all, choice{v.name, v.summary})
	}
	return all
}

// chooseVerb returns the verb that a command's operands begin with, and the words for its operands.
//
// Errors: there is no such verb, or it takes fewer or more words.
func chooseVerb[R any](command string, verbs []verb[R], operands []string) (chosen verb[R], words []string, err error) {
	known := namesOf(verbChoices(verbs))
	if len(operands) == 0 {
		return chosen, nil, fmt.Errorf("expected a word (`%s`) after `%s`, found nothing; see `unbox help %s`", strings.Join(known, "`, `"), command, command)
	}
	for _, v := range verbs {
		if v.name != operands[0] {
			continue
		}
		most := len(strings.Fields(v.operands))
		least := most - strings.Count(v.operands, "[")
		if words = operands[1:]; len(words) > most || len(words) < least || slices.Contains(words[:least], "") {
			return v, nil, fmt.Errorf("expected `unbox %s %s`, found `%s`; see `unbox help %s`", command, v.synopsis(), strings.Join(operands, " "), command)
		}
		return v, append(words, make([]string, most-len(words))...), nil
	}
	return chosen, nil, errors.New(unknown("a word", operands[0], known))
}

// interruptible returns a context that the user's first interrupt ends, so that nothing is left half-written; the second one ends the program.
func interruptible() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// did returns the exit code of a command that ended with an error, or with nil.
func (p *program) did(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitGood
	case ctx.Err() != nil:
		return p.unusable("the command was interrupted")
	}
	return p.unusable("%v", err)
}
