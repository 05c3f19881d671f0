// Command python times the programs of bench/python/programs in Unbox's Python, CPython and PyPy, as
// whole processes that alternate, and compares their output:
//
//	go run ./bench/python [-runs N] [PROGRAM...]             prints the times
//	go run ./bench/python -record NAME [-runs N] [PROGRAM...] also writes them to history/NAME.json
//	go run ./bench/python -figures [-runs N] [PROGRAM...]    measures what each pass is worth, into figures.json
//	go run ./bench/python -memory                            measures memory at 10 GB of garbage, into memory.json
//	go run ./bench/python -browser [-runs N] [PROGRAM...]    times hot traces in V8, as the page runs them, beside machine code
//	go run ./bench/python -exits [-runs N]                   times exits of traces into bridges and into the interpreter, in both
//	go run ./bench/python -making [PROGRAM...]               times how long traces take to be made in V8
//	go run ./bench/python -write                             writes docs/speed.md of all that history has, and the tables of docs/figures.md
//
// A record can be made in parts: a program that is already in it is measured again. Times are the
// processor time of the fastest run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	runs := flag.Int("runs", 3, "how often each program runs in each engine")
	name := flag.String("record", "", "write the times to bench/python/history/`NAME`.json")
	figures := flag.Bool("figures", false, "measure what each pass of the optimizer is worth, and write it to "+figuresFile)
	memory := flag.Bool("memory", false, "measure how much memory programs take that allocate 10 GB, and write it to "+memoryFile)
	browser := flag.Bool("browser", false, "measure how long traces run hot in V8, beside machine code")
	exits := flag.Bool("exits", false, "measure exits of traces")
	making := flag.Bool("making", false, "measure how long traces take to be made in V8")
	write := flag.Bool("write", false, "write docs/speed.md, the tables of docs/figures.md, and their pictures")
	flag.Parse()
	err := error(nil)
	switch {
	case *write:
		err = writePages()
	case *browser:
		err = measureBrowser(*runs, flag.Args())
	case *making:
		err = measureMaking(flag.Args())
	case *exits:
		err = measureExits(*runs)
	case *memory:
		err = measureMemory()
	case *figures:
		err = measureFigures(*runs, flag.Args())
	default:
		err = measureAll(*name, *runs, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "python:", err)
		os.Exit(1)
	}
}

// measureAll measures programs, all of them if none is named, and prints or records their times.
func measureAll(name string, runs int, names []string) error {
	return withEngines(func(folder string, engines []engine) (err error) {
		r, file := &record{Name: name}, ""
		if name != "" {
			file = filepath.Join(historyFolder, name+".json")
			if r, err = readRecord(name); err != nil {
				return err
			}
		}
		r.begin(engines)
		return r.measure(folder, engines, runs, names, file, func(_ program, row *row) error {
			row.print()
			return nil
		})
	})
}

// withEngines calls a function with the engines and a temporary folder.
func withEngines(do func(folder string, engines []engine) error) error {
	folder, err := os.MkdirTemp("", "unbox-python")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	engines, err := findEngines(folder)
	if err != nil {
		return err
	}
	return do(folder, engines)
}

// measure measures programs, all of them if none is named. complete adds further data about its program to a row. After each program the
// record is written to a file; "" stands for none.
func (r *record) measure(folder string, engines []engine, runs int, names []string, file string, complete func(program, *row) error) error {
	programs, err := chosenPrograms(names)
	if err != nil {
		return err
	}
	for _, p := range programs {
		row, err := measure(folder, engines, p, runs)
		if err == nil {
			err = complete(p, &row)
		}
		if err != nil {
			return err
		}
		if r.set(row); file == "" {
			continue
		}
		if err := r.writeTo(file); err != nil {
			return err
		}
	}
	return nil
}

var errFolder = errors.New("expected programs in bench/python/programs, found none; run this in the project's folder")
