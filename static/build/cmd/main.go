// Command cmd builds the page into static/dist:
//
//	go run ./static/build/cmd [-quick] [-quick-whole] [-maps] [-packages | -compile-flags]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"unbox/static/build"
)

func main() {
	quick := flag.Bool("quick", false, "compress what is new in less time, to a little more")
	quickWhole := flag.Bool("quick-whole", false, "the same for the whole module alone, which no first visit fetches")
	maps := flag.Bool("maps", false, "add source maps, for work on the page")
	packages := flag.Bool("packages", false, "only fetch the npm packages")
	flags := flag.Bool("compile-flags", false, "only print the flags with which the packages of the whole module are compiled")
	flag.Parse()
	if *flags {
		fmt.Println(strings.Join(build.CompileFlags(), " "))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, build.Options{Quick: *quick, QuickWhole: *quickWhole, SourceMaps: *maps, Log: os.Stderr}, *packages); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o build.Options, packages bool) error {
	var err error
	if o.Root, err = build.FindRoot("."); err != nil {
		return err
	}
	if packages {
		return build.Packages(ctx, o)
	}
	_, err = build.Page(ctx, o)
	return err
}
