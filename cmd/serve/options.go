package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"unbox/playground"
	"unbox/playground/acme"
	"unbox/playground/visit"
	"unbox/workers/queue"
)

// options are the server's settings; see table for their flags.
type options struct {
	addr            string
	basePath        string
	tlsCert, tlsKey string
	acme            []string
	acmeEmail       string
	acmeDirectory   string
	metrics         string
	logFormat       string
	logLevel        slog.Level
	shutdownTimeout time.Duration
	coursePlace     string
	cacheDir        string
	dataDir         string
	nats            string
	natsCredentials string
	keep            time.Duration
	keyFile         string
	hosts           *visit.Hosts
	hostNames       string // as they were given
	trusted         []netip.Prefix
	proxyHeader     string
	allowRoot       bool
	lessons         bool
	programs        bool
	machineCode     bool
	python          string
	workers         int
	runs            runLimits
	limits          playground.Limits
	maxMemory       int
	version         bool
	// noSettings are the variables of the environment that begin like settings and are none.
	noSettings []strayVariable
}

// runLimits are the limits of workers. 0 stands for the default of the pool.
type runLimits struct {
	workers, waiting, waitingPerBlock, waitingPerSeat int
	time, compileTime, measureTime                    time.Duration
	memory, output                                    int
}

// queue has the limits of a queue for workers.
func (r runLimits) queue() queue.Limits {
	return queue.Limits{PerSeat: r.waitingPerSeat, PerBlock: r.waitingPerBlock, Total: r.waiting}
}

// Values of --python.
const (
	pythonOn    = "on"
	pythonAlone = "alone"
	pythonOff   = "off"
)

// errHelp is returned after the usage was asked for and printed.
var errHelp = flag.ErrHelp

const usageHead = `Usage: serve [flags]

Serves the Unbox playground. Everything is inside this binary. Without --data
and --nats it stores nothing of its visitors. It opens no connections but those
that --acme, --course and --nats ask for.

`

const usageTail = `
A flag overrides its environment variable, which overrides --config. Sizes
are in bytes, or in KiB, MiB or GiB with that unit after the number; times are
written 500ms, 20s, 2m, 90d. A block of addresses is one IPv4 address, or a
/56 of IPv6; a seat is one visitor there. Logs go to standard error, one record
for each request, without queries and visitors' addresses. GET /healthz answers
with JSON while the server is up; GET /readyz runs a lesson first, and answers
503 if that fails.
`

// setting is one flag.
type setting struct {
	name, value string // as in --name VALUE
	help        string
	// set reads a value; initial is the default as text.
	set     func(string) error
	initial string
	// heading begins a group of flags.
	heading string
	// isSwitch means that the flag needs no value.
	isSwitch bool
}

// variable returns the environment variable of a flag; "" for none.
func (s setting) variable() string {
	if s.isSwitch && (s.name == "version" || s.name == "help") {
		return ""
	}
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// usage writes the output of --help.
func usage(settings []setting) string {
	var b strings.Builder
	b.WriteString(usageHead)
	for _, s := range settings {
		if s.heading != "" {
			fmt.Fprintf(&b, "%s\n", s.heading)
		}
		fmt.Fprintf(&b, "  --%s", s.name)
		if s.value != "" {
			fmt.Fprintf(&b, " %s", s.value)
		}
		if v := s.variable(); v != "" {
			fmt.Fprintf(&b, "  (%s)", v)
		}
		b.WriteString("\n")
		help := s.help
		if s.initial != "" {
			help += " (default " + s.initial + ")"
		}
		for _, line := range wrap(help, 70) {
			fmt.Fprintf(&b, "        %s\n", line)
		}
	}
	b.WriteString(usageTail)
	return b.String()
}

// wrap cuts a text into lines.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// parseOptions reads the flags, with environment variables for those not given.
//
// Errors: errHelp, or one that names the flag or variable, what was expected
// and what was found.
func parseOptions(args []string, env environment, stdout io.Writer) (options, error) {
	var o options
	settings := o.table()
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	for _, s := range settings {
		if s.initial != "" {
			if err := s.set(s.initial); err != nil {
				panic("BUG: a default is valid: " + err.Error())
			}
		}
		switch {
		case s.set == nil: // --help, which the package knows
		case s.isSwitch:
			fs.BoolFunc(s.name, "", s.set)
		default:
			fs.Func(s.name, "", s.set)
		}
	}
	if err := readConfig(configName(args, env), settings); err != nil {
		return o, err
	}
	for _, s := range settings {
		v := s.variable()
		if v == "" || env[v] == "" {
			continue
		}
		if err := s.set(env[v]); err != nil {
			return o, fmt.Errorf("environment variable %s: %w", v, err)
		}
	}
	o.noSettings = env.stray(settings)
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage(settings))
		return o, errHelp
	case err != nil:
		return o, plainFlagError(err, settings)
	case fs.NArg() > 0:
		return o, fmt.Errorf("expected only flags, found `%s`", fs.Arg(0))
	}
	if (o.tlsCert == "") != (o.tlsKey == "") {
		return o, errors.New("expected --tls-cert and --tls-key together, found one of them")
	}
	if err := o.checkACME(); err != nil {
		return o, err
	}
	if o.nats != "" && (o.keyFile == "" || o.keyFile == "memory") {
		return o, errors.New("expected --key-file with --nats, with the same file on all servers: what one of them signs, the others have to know; found none")
	}
	return o, o.limits.Check()
}

// checkACME checks that the flags for certificates are consistent, and allows browsers to use the
// certificates' names.
func (o *options) checkACME() error {
	switch {
	case len(o.acme) > 0 && o.tlsCert != "":
		return errors.New("expected --acme or --tls-cert, found both")
	case len(o.acme) == 0 && (o.acmeEmail != "" || o.acmeDirectory != acme.LetsEncrypt):
		return errors.New("expected --acme with --acme-email and --acme-directory, found none")
	case len(o.acme) == 0:
		return nil
	}
	var err error
	o.hosts, err = visit.ParseHosts(strings.Join(append(o.acme, strings.Fields(strings.ReplaceAll(o.hostNames, ",", " "))...), ","))
	return err
}

// handler returns a handler that writes log records to w as the flags say.
func (o options) handler(w io.Writer) slog.Handler {
	settings := &slog.HandlerOptions{Level: o.logLevel}
	if o.logFormat == "json" {
		return slog.NewJSONHandler(w, settings)
	}
	return slog.NewTextHandler(w, settings)
}

// plainFlagError rewrites an error of package flag in the words of the other messages,
// with two hyphens as in the help.
func plainFlagError(err error, settings []setting) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		near := nearestSetting(name, settings)
		if near != "" {
			near = "--" + near
		}
		return fmt.Errorf("expected a flag, found `--%s`%s", name, nearestWords(near))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return fmt.Errorf("--%s: expected a value, found none", name)
	}
	if _, rest, ok := strings.Cut(text, " for flag -"); ok && strings.HasPrefix(text, "invalid value ") {
		return errors.New("--" + rest)
	}
	return err
}
