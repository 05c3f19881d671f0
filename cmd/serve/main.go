// Command serve is the playground's server: one binary with everything in it.
//
//	serve [--addr 127.0.0.1:8080]
//
// `serve --help` lists every flag with its environment variable.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"unbox"
	"unbox/classroom/course"
	"unbox/internal/version"
	"unbox/native"
	"unbox/native/timing"
	"unbox/playground"
	"unbox/static"
	"unbox/workers"
)

// Exit codes: the server ran and stopped, it failed, or its arguments were
// wrong.
const (
	exitGood   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	workers.Main(roles()...) // never returns in a worker
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once: after the first, the default
	// handling is restored.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], environmentOf(os.Environ()), os.Stdout, os.Stderr))
}

// run is main without its globals. It returns the exit code.
func run(ctx context.Context, args []string, env environment, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, env, stdout)
	switch {
	case errors.Is(err, errHelp):
		return exitGood
	case err != nil:
		fmt.Fprintf(stderr, "serve: %v\nRun `serve --help` for the flags.\n", err)
		return exitUsage
	case o.version:
		fmt.Fprintf(stdout, "unbox %s %s %s/%s\n", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return exitGood
	}
	if err := serve(ctx, o, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "serve: %v\n", err)
		return exitFailed
	}
	return exitGood
}

func serve(ctx context.Context, o options, stdout, stderr io.Writer) error {
	log := slog.New(o.handler(stderr))
	for _, v := range o.noSettings {
		log.Warn("a variable of the environment is no setting, and is ignored", "variable", v.name, "nearest", v.nearest)
	}
	taught, err := o.course(ctx, log)
	if err != nil {
		return err
	}
	listener, err := playground.Listen(o.addr)
	if err != nil {
		return err
	}
	defer listener.Close() // playground.Serve has closed it if it was called
	encryption, renewed, err := o.encryption(ctx, listener.Addr(), log)
	if err != nil {
		return err
	}
	defer renewed()
	key, err := o.key(log)
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(int64(o.maxMemory))
	config := o.config(taught, key, log)
	closeMetrics, err := o.countEverything(&config)
	if err != nil {
		return err
	}
	defer closeMetrics()
	pool, err := o.pool(log)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := o.rootCheck(ctx, pool); err != nil {
		return err
	}
	lendable, closeRuns := o.untrusted(ctx, pool, &config, log)
	defer closeRuns()
	place := o.place(config.Metrics, log)
	closeBorrowed, err := o.borrow(ctx, place, lendable, config.Metrics)
	if err != nil {
		return err
	}
	defer closeBorrowed()
	closeKept, err := o.kept(ctx, place, &config, stdout)
	if err != nil {
		return err
	}
	defer closeKept()
	handler, err := playground.New(config)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Unbox %s is at %s%s (Ctrl+C stops it)\n", version.String(), o.scheme()+address(listener.Addr())+o.basePath[1:], o.forOthers(listener.Addr()))
	switch err := static.Check(unbox.Fingerprint()); {
	case errors.Is(err, static.ErrStale):
		log.Warn("the page was not built with this program", "reason", err)
	case err != nil:
		log.Warn("only errors can be served", "reason", err)
	}
	return playground.Serve(ctx, listener, handler, playground.Serving{Log: log, Drain: o.shutdownTimeout, Limits: config.Limits, Addresses: config.Addresses, TLS: encryption})
}

// untrusted sets up what runs in the processes of the pool: measurements of traces and programs, and programs of learners. It returns the
// classes of jobs that other machines may do.
func (o options) untrusted(ctx context.Context, pool *workers.Pool, config *playground.Config, log *slog.Logger) (lendable []*workers.Class, stop func()) {
	if o.machineCode && native.Available() {
		class := timing.Class(pool, o.workers, o.runs.measureTime, o.runs.queue())
		config.Worker = timing.Traces{Class: class}
		programs := o.measurePrograms(class)
		if programs != nil {
			config.Python = programs
		}
		lendable = append(lendable, class)
		o.countWorkers(config.Metrics, class, programs)
	}
	runner := o.lessonPool(ctx, pool, log)
	if runner == nil {
		return lendable, func() {}
	}
	config.Lessons = runner
	o.countRuns(config.Metrics, runner)
	courses := course.New(pool)
	config.Courses = courses
	stop = func() {
		courses.Close()
		runner.Close()
	}
	return append(lendable, runner.Classes()...), stop
}

// scheme returns the scheme of the server's addresses.
func (o options) scheme() string {
	if o.tlsCert != "" || len(o.acme) > 0 {
		return "https"
	}
	return "http"
}

// address returns what to type into a browser on this machine, after the
// scheme.
func address(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return a.String()
	}
	host := tcp.IP.String()
	if tcp.IP.IsUnspecified() {
		host = "localhost"
	}
	return "://" + net.JoinHostPort(host, fmt.Sprint(tcp.Port)) + "/"
}

// forOthers says at which addresses of this machine others may reach it: a user who opens it at localhost cannot invite
// others by that address.
func (o options) forOthers(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() || o.scheme() == "https" { // a certificate is for a name
		return ""
	}
	found, _ := net.InterfaceAddrs() // an error is ignored, since the addresses are only a hint
	var places []string
	for _, ip := range reachable(found) {
		places = append(places, o.scheme()+address(&net.TCPAddr{IP: ip, Port: tcp.Port})+o.basePath[1:])
	}
	if len(places) == 0 {
		return ""
	}
	return ", for others at " + strings.Join(places, " or ")
}

// maxPlaces is the maximum number of printed addresses: a machine with
// containers has many.
const maxPlaces = 3

// reachable picks the addresses of a machine that others in its network may use; IPv6 addresses only if there are no
// others.
func reachable(all []net.Addr) []net.IP {
	var four, six []net.IP
	for _, a := range all {
		n, ok := a.(*net.IPNet)
		switch {
		case !ok || !n.IP.IsGlobalUnicast():
		case n.IP.To4() != nil:
			four = append(four, n.IP)
		default:
			six = append(six, n.IP)
		}
	}
	if len(four) == 0 {
		four = six
	}
	return four[:min(len(four), maxPlaces)]
}
