//go:build linux

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
)

// options are the flags.
type options struct {
	quick bool
	list  bool
	only  *regexp.Regexp
	// programs is the folder with bin/serve and bin/unbox.
	programs string
	verbose  bool
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == launchArgument {
		launch(os.Args[2:])
	}
	o := options{only: regexp.MustCompile("")}
	flag.BoolVar(&o.quick, "quick", false, "the short form: fewer attacks, fewer samples, nothing judged by the clock")
	flag.BoolVar(&o.list, "list", false, "list the attacks and stop")
	flag.BoolVar(&o.verbose, "v", false, "print what was unexpected at once, with the server's log")
	flag.StringVar(&o.programs, "programs", "bin", "the folder with `serve` and `unbox`")
	flag.Func("only", "only attacks whose name matches", func(text string) (err error) {
		o.only, err = regexp.Compile(text)
		return err
	})
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	good, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/attack:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// run runs the chosen attacks and reports whether all goals were reached.
func run(ctx context.Context, o options) (good bool, err error) {
	chosen := choose(allAttacks(), o)
	if o.list {
		for _, a := range chosen {
			fmt.Printf("%-36s %s\n", a.name, a.about)
		}
		return true, nil
	}
	if len(chosen) == 0 {
		return false, fmt.Errorf("expected an attack whose name matches `%s`, found none", o.only)
	}
	o.programs, err = filepath.Abs(o.programs)
	if err != nil {
		return false, err
	}
	c, err := newCampaign(ctx, o)
	if err != nil {
		return false, err
	}
	defer c.close()
	for _, a := range chosen {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err := c.attack(ctx, a); err != nil {
			return false, err
		}
	}
	c.end()
	return c.summary(), nil
}

// choose returns the attacks that the flags ask for.
func choose(all []attack, o options) []attack {
	var some []attack
	for _, a := range all {
		if (a.quick || !o.quick) && o.only.MatchString(a.name) {
			some = append(some, a)
		}
	}
	return some
}
