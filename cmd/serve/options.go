package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"
)

// options are the server's settings; see parseOptions for their flags.
type options struct {
	addr            string
	logFormat       string
	logLevel        slog.Level
	shutdownTimeout time.Duration
	workers         int
	cacheDir        string
	courseDir       string
	version         bool
}

// errHelp is returned after the usage was asked for and printed.
var errHelp = flag.ErrHelp

const usage = `Usage: serve [flags]

Serves the Unbox playground. Everything is inside this binary; nothing is
fetched from anywhere, and nothing of a visitor is stored.

  --addr HOST:PORT        where to listen (default 127.0.0.1:8080)    UNBOX_ADDR
                          :8080 listens on every address of this machine
  --log-format FORMAT     text or json (default text)                 UNBOX_LOG_FORMAT
  --log-level LEVEL       debug, info, warn or error (default info)   UNBOX_LOG_LEVEL
  --shutdown-timeout TIME how long running requests may go on after   UNBOX_SHUTDOWN_TIMEOUT
                          SIGINT or SIGTERM (default 10s)
  --workers N             how many measurements of machine code run     UNBOX_WORKERS
                          at a time, each in a locked-in process on a
                          core of its own (default: half of the cores);
                          -1 runs none: browsers measure WebAssembly
  --course DIR            lessons of your own instead of those inside UNBOX_COURSE
                          (see unbox help lesson)
  --cache DIR             where compiled code is kept from one start   UNBOX_CACHE
                          to the next; whoever can write there decides
                          what code runs (default: nowhere)
  --version               print the version and exit
  --help                  print this and exit

A flag wins over its environment variable. Logs go to standard error, one
record for each request, without queries and addresses of visitors.
GET /healthz answers with JSON while the server is up.
`

// parseOptions reads the flags, with environment variables for those not given.
//
// Errors: errHelp, or one that names the flag or variable, what was expected
// and what was found.
func parseOptions(args []string, getenv func(string) string, stdout io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.StringVar(&o.addr, "addr", "127.0.0.1:8080", "")
	fs.StringVar(&o.logFormat, "log-format", "text", "")
	fs.Func("log-level", "", func(text string) error {
		if err := o.logLevel.UnmarshalText([]byte(text)); err != nil {
			return fmt.Errorf("expected `debug`, `info`, `warn` or `error`, found `%s`", text)
		}
		return nil
	})
	fs.DurationVar(&o.shutdownTimeout, "shutdown-timeout", 10*time.Second, "")
	fs.IntVar(&o.workers, "workers", 0, "")
	fs.StringVar(&o.courseDir, "course", "", "")
	fs.StringVar(&o.cacheDir, "cache", "", "")
	fs.BoolVar(&o.version, "version", false, "")
	for name, variable := range map[string]string{
		"addr":             "UNBOX_ADDR",
		"log-format":       "UNBOX_LOG_FORMAT",
		"log-level":        "UNBOX_LOG_LEVEL",
		"shutdown-timeout": "UNBOX_SHUTDOWN_TIMEOUT",
		"workers":          "UNBOX_WORKERS",
		"course":           "UNBOX_COURSE",
		"cache":            "UNBOX_CACHE",
	} {
		value := getenv(variable)
		if value == "" {
			continue
		}
		if err := fs.Set(name, value); err != nil {
			return o, fmt.Errorf("environment variable %s: %w", variable, err)
		}
	}
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return o, errHelp
	}
	if err != nil {
		return o, err
	}
	return o, o.check(fs.Args())
}

func (o options) check(rest []string) error {
	if len(rest) > 0 {
		return fmt.Errorf("expected only flags, found `%s`", rest[0])
	}
	if o.logFormat != "text" && o.logFormat != "json" {
		return fmt.Errorf("--log-format: expected `text` or `json`, found `%s`", o.logFormat)
	}
	if o.shutdownTimeout < 0 {
		return fmt.Errorf("--shutdown-timeout: expected zero or more, found `%s`", o.shutdownTimeout)
	}
	if o.workers < -1 || o.workers > maxWorkers {
		return fmt.Errorf("--workers: expected -1 to %d, found %d", maxWorkers, o.workers)
	}
	if _, _, err := net.SplitHostPort(o.addr); err != nil {
		return fmt.Errorf("--addr: expected HOST:PORT such as `127.0.0.1:8080`, found `%s`", o.addr)
	}
	return nil
}

// maxWorkers is more than any machine has cores for.
const maxWorkers = 256

// handler writes log records to w as the flags say.
func (o options) handler(w io.Writer) slog.Handler {
	settings := &slog.HandlerOptions{Level: o.logLevel}
	if o.logFormat == "json" {
		return slog.NewJSONHandler(w, settings)
	}
	return slog.NewTextHandler(w, settings)
}
