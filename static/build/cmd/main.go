// Command cmd builds the page into static/dist:
//
//	go run ./static/build/cmd [-maps] [-packages]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"unbox/static/build"
)

func main() {
	maps := flag.Bool("maps", false, "add source maps, for work on the page")
	packages := flag.Bool("packages", false, "only fetch the npm packages")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *maps, *packages); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, maps, packages bool) error {
	root, err := build.FindRoot(".")
	if err != nil {
		return err
	}
	options := build.Options{Root: root, SourceMaps: maps, Log: os.Stderr}
	if packages {
		return build.Packages(ctx, options)
	}
	_, err = build.Page(ctx, options)
	return err
}
