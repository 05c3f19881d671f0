package main

import (
	"fmt"
	"time"

	"unbox/playground"
	"unbox/playground/acme"
	"unbox/playground/visit"
)

// This file is the table of the server's flags: --help, the environment variables and the
// defaults are all made from it.

// maxWorkers is more than the number of cores of any machine.
const maxWorkers = 256

// many is more of anything than a machine can handle.
const many = 1 << 20

// table lists the flags. Reading a flag writes to o.
func (o *options) table() []setting {
	var all []setting
	for _, group := range []func() []setting{o.general, o.visitors, o.strangers, o.queues, o.sizes, o.connections} {
		all = append(all, group()...)
	}
	return all
}

func (o *options) general() []setting {
	return []setting{
		{name: "addr", value: "HOST:PORT", help: "where to listen; :8080 is every address of this machine", set: hostPort(&o.addr), initial: "127.0.0.1:8080"},
		{name: "base-path", value: "PATH", help: "the path below which the site lies, such as /unbox/, if one host name serves several programs; a proxy must not remove it from requests", initial: "/", set: func(text string) (err error) {
			o.basePath, err = playground.ParseBasePath(text)
			return err
		}},
		{name: configFlag, value: "FILE", help: "a file of settings: on each line the name of a flag without hyphens, an equals sign, and its value; # begins a comment", set: text(new(string))},
		{name: "tls-cert", value: "FILE", help: "serve HTTPS with the certificate in this file (PEM, with intermediate certificates); it is read again when it changes, so renewing it needs no restart", set: text(&o.tlsCert)},
		{name: "tls-key", value: "FILE", help: "the key of --tls-cert", set: text(&o.tlsKey)},
		{name: "acme", value: "NAMES", help: "serve HTTPS with certificates for these names, separated by commas, from Let's Encrypt, and renew them; port 443 of each name has to lead to --addr, and browsers may then use these names, as with --allowed-hosts. By setting it you agree to the terms of the authority, which learns the names. Certificates are kept in unbox/acme in the state folder (see --key-file)", set: domains(&o.acme)},
		{name: "acme-email", value: "ADDRESS", help: "where the authority writes if something is wrong with certificates", set: text(&o.acmeEmail)},
		{name: "acme-directory", value: "URL", help: "another authority that speaks ACME, such as that of a school", set: https(&o.acmeDirectory), initial: acme.LetsEncrypt},
		{name: "metrics", value: "HOST:PORT", help: "where GET /metrics answers Prometheus; choose an address that strangers cannot reach, such as 127.0.0.1:9100; without it there are no metrics", set: hostPort(&o.metrics)},
		{name: "log-format", value: "text|json", help: "the format of log records", set: oneOf(&o.logFormat, "text", "json"), initial: "text"},
		{name: "log-level", value: "LEVEL", help: "debug, info, warn or error", initial: "info", set: func(text string) error {
			if err := o.logLevel.UnmarshalText([]byte(text)); err != nil {
				return fmt.Errorf("expected `debug`, `info`, `warn` or `error`, found `%s`", text)
			}
			return nil
		}},
		{name: "shutdown-timeout", value: "TIME", help: "how long running requests may continue after SIGINT or SIGTERM", set: span(&o.shutdownTimeout, 0), initial: "10s"},
		{name: "course", value: "COURSE", help: "your own lessons instead of the built-in ones (see unbox help lesson): a folder, a ZIP file, or the address of a Git repository, https://example.org/course.git#branch:folder", set: text(&o.coursePlace)},
		{name: "cache", value: "DIR", help: "where compiled code is kept between starts; anybody who can write there decides what code runs; without it, code is not kept", set: text(&o.cacheDir)},
		{name: "data", value: "DIR", help: "where classes and live workshops are kept; without it and --nats there are none, and the server stores nothing. With both, classes are in this folder and not shared, and workshops are in NATS", set: text(&o.dataDir)},
		{name: "nats", value: "URLS", help: "keep classes and live workshops in the JetStream of these NATS servers, separated by commas, such as nats://10.0.0.1,nats://10.0.0.2, so that any number of servers share them; they need the same --key-file and the same course. Measurements and programs are done on machines with `unbox worker`, too", set: text(&o.nats)},
		{name: "nats-credentials", value: "FILE", help: "the file with the credentials for these servers", set: text(&o.natsCredentials)},
		{name: "keep", value: "TIME", help: "how long a workshop, and a class in which nothing happens, is kept before it is deleted; 0s keeps all", set: span(&o.keep, 0), initial: "90d"},
		{name: "key-file", value: "FILE", help: "the key that signs seats and receipts, created if there is none; anybody with a copy can make receipts; `memory` does not store it, and receipts are valid until the server stops. Without the flag it is unbox/server.key in the state folder that systemd gives, else in that of your account", set: text(&o.keyFile)},
		{name: "version", help: "print the version and exit", isSwitch: true, set: onOff(&o.version)},
		{name: "help", help: "print this and exit", isSwitch: true},
	}
}

func (o *options) visitors() []setting {
	return []setting{
		{heading: "\nWho may connect, and by which name", name: "allowed-hosts", value: "NAMES", initial: "none", help: "host names that browsers may use, separated by commas: unbox.example.org, or *.example.org for all names below it, or * for any. Addresses, localhost and this machine's own name always work. Other names are refused, so that no other site can point its own name at this server", set: func(text string) (err error) {
			if text == "none" {
				text = ""
			}
			o.hostNames = text
			o.hosts, err = visit.ParseHosts(text)
			return err
		}},
		{name: "trusted-proxies", value: "BLOCKS", help: "addresses of proxies such as 127.0.0.1,10.0.0.0/8 that are trusted to name the client; without it, all clients of a proxy count as one visitor", set: func(text string) (err error) {
			o.trusted, err = visit.ParseTrusted(text)
			return err
		}},
		{name: "proxy-header", value: "NAME", help: "the header in which these proxies name the client: X-Forwarded-For or Forwarded", set: oneOf(&o.proxyHeader, visit.XForwardedFor, visit.Forwarded), initial: visit.XForwardedFor},
		{name: "max-new-seats", value: "N", help: "seats that a block of addresses can get in an hour, even all at once; clients without one share a seat with the rest of the block", set: number(&o.limits.NewSeats, 1, many), initial: plain(playground.DefaultLimits().NewSeats)},
	}
}

func (o *options) strangers() []setting {
	return []setting{
		{heading: "\nWhat runs here", name: "lessons", value: "on|off", help: "run learners' programs on this server; off leaves them to browsers", set: onOff(&o.lessons), initial: "on"},
		{name: "programs", value: "on|off", help: "accept programs in other languages, compiled to WebAssembly, as passes", set: onOff(&o.programs), initial: "on"},
		{name: "machine-code", value: "on|off", help: "measure visitors' traces as machine code; off leaves measurements to browsers", set: onOff(&o.machineCode), initial: "on"},
		{name: "python", value: "on|alone|off", help: "measure visitors' Python programs as machine code; off leaves that to browsers. With on, the examples that come with the server are also measured in `python3` and `pypy3`, if they are on the PATH, outside of the sandbox; with alone they are not. --machine-code off switches all of it off", set: oneOf(&o.python, pythonOn, pythonAlone, pythonOff), initial: pythonOn},
		{name: "allow-root", help: "run untrusted code even if it must run as root, without capabilities; otherwise it runs as the user nobody, or not at all if root cannot become that user", isSwitch: true, set: onOff(&o.allowRoot)},
		{name: "workers", value: "N", help: "measurements at a time, each on its own core; 0 means half of the cores", set: number(&o.workers, 0, maxWorkers), initial: "0"},
		{name: "run-workers", value: "N", help: "runs of learners' programs at a time, and as many longer ones at the lowest priority; 0 means one for each processor", set: number(&o.runs.workers, 0, maxWorkers), initial: "0"},
		{name: "max-run-time", value: "TIME", help: "how long a run of a learner's program, or of a program on one trace, may take", set: span(&o.runs.time, time.Millisecond), initial: "2.5s"},
		{name: "max-compile-time", value: "TIME", help: "how long compiling a program in another language may take", set: span(&o.runs.compileTime, time.Millisecond), initial: "10s"},
		{name: "max-pass-time", value: "TIME", help: "how long a program in another language may take for all tests of a step, including the queue", set: span(&o.limits.PassTime, time.Millisecond), initial: plain(playground.DefaultLimits().PassTime)},
		{name: "max-measure-time", value: "TIME", help: "how long a measurement may take", set: span(&o.runs.measureTime, time.Millisecond), initial: "20s"},
		{name: "max-run-memory", value: "SIZE", help: "memory that a run may use", set: size(&o.runs.memory, 16<<20), initial: "256MiB"},
		{name: "max-output", value: "SIZE", help: "how much a program in another language may write for one trace", set: size(&o.runs.output, 1<<10), initial: "2MiB"},
	}
}

func (o *options) queues() []setting {
	d := playground.DefaultLimits()
	return []setting{
		{heading: "\nHow many may wait", name: "max-queue", value: "N", help: "runs that may wait for a worker, and as many measurements", set: number(&o.runs.waiting, 1, many), initial: "1000"},
		{name: "max-queue-per-block", value: "N", help: "of these, those of one block of addresses", set: number(&o.runs.waitingPerBlock, 1, many), initial: "600"},
		{name: "max-queue-per-seat", value: "N", help: "of these, those of one seat", set: number(&o.runs.waitingPerSeat, 1, many), initial: "16"},
		{name: "max-waiting", value: "N", help: "requests that may wait for memory before they are read", set: number(&o.limits.Waiting, 1, many), initial: plain(d.Waiting)},
		{name: "max-waiting-per-block", value: "N", help: "of these, those of one block", set: number(&o.limits.WaitingPerBlock, 1, many), initial: plain(d.WaitingPerBlock)},
		{name: "max-waiting-per-seat", value: "N", help: "of these, those of one seat", set: number(&o.limits.WaitingPerSeat, 1, many), initial: plain(d.WaitingPerSeat)},
	}
}

func (o *options) sizes() []setting {
	d := playground.DefaultLimits()
	return []setting{
		{heading: "\nHow large requests and answers may be", name: "max-code", value: "SIZE", help: "a learner's program", set: size(&o.limits.Code, 1<<10), initial: sized(d.Code)},
		{name: "max-upload", value: "SIZE", help: "a request with a program in another language, in base64", set: size(&o.limits.Upload, 1<<10), initial: sized(d.Upload)},
		{name: "max-job", value: "SIZE", help: "a request with a trace to measure", set: size(&o.limits.Job, 1<<10), initial: sized(d.Job)},
		{name: "max-answer", value: "SIZE", help: "an answer, as it is sent", set: size(&o.limits.Answer, 1<<10), initial: sized(d.Answer)},
		{name: "max-run-bytes", value: "SIZE", help: "memory that all requests with learners' programs may hold, from the first byte read to the last byte sent; a block may have half of it, a seat a quarter", set: size(&o.limits.RunBytes, 1<<20), initial: sized(d.RunBytes)},
		{name: "max-job-bytes", value: "SIZE", help: "the same for measurements", set: size(&o.limits.JobBytes, 1<<20), initial: sized(d.JobBytes)},
		{name: "max-upload-bytes", value: "SIZE", help: "the same for programs in other languages, at least three times --max-upload", set: size(&o.limits.UploadBytes, 1<<20), initial: sized(d.UploadBytes)},
		{name: "max-course", value: "SIZE", help: "the ZIP file of a course that a teacher brings for one class, at most 5MiB", set: size(&o.limits.Course, 1<<10), initial: sized(d.Course)},
		{name: "max-course-pages", value: "SIZE", help: "memory for pages of such courses; a page that is no longer kept is made again on request", set: size(&o.limits.CoursePages, 1<<20), initial: sized(d.CoursePages)},
		{name: "max-memory", value: "SIZE", help: "the size above which the server's main process tries hard to free memory; not a hard limit", set: size(&o.maxMemory, 32<<20), initial: "256MiB"},
	}
}

func (o *options) connections() []setting {
	d := playground.DefaultLimits()
	return []setting{
		{heading: "\nConnections; if all are taken, an idle one is closed for a new one", name: "max-connections", value: "N", help: "all", set: number(&o.limits.Connections, 1, many), initial: plain(d.Connections)},
		{name: "max-connections-per-block", value: "N", help: "those of one block", set: number(&o.limits.ConnectionsPerBlock, 1, many), initial: plain(d.ConnectionsPerBlock)},
		{name: "max-sockets", value: "N", help: "WebSockets, which request measurements", set: number(&o.limits.Sockets, 1, many), initial: plain(d.Sockets)},
		{name: "max-sockets-per-block", value: "N", help: "those of one block", set: number(&o.limits.SocketsPerBlock, 1, many), initial: plain(d.SocketsPerBlock)},
		{name: "max-sockets-per-seat", value: "N", help: "those of one seat", set: number(&o.limits.SocketsPerSeat, 1, many), initial: plain(d.SocketsPerSeat)},
		{name: "max-members", value: "N", help: "connections to workshops and classes", set: number(&o.limits.Members, 1, many), initial: plain(d.Members)},
		{name: "max-members-per-block", value: "N", help: "those of one block", set: number(&o.limits.MembersPerBlock, 1, many), initial: plain(d.MembersPerBlock)},
		{name: "max-members-per-seat", value: "N", help: "those of one seat", set: number(&o.limits.MembersPerSeat, 1, many), initial: plain(d.MembersPerSeat)},
		{name: "max-socket-jobs", value: "N", help: "measurements that one of them may have open", set: number(&o.limits.SocketJobs, 1, many), initial: plain(d.SocketJobs)},
		{name: "max-stall", value: "TIME", help: "how long a client may take for the next 64 KiB that it sends or reads", set: span(&o.limits.Stall, time.Millisecond), initial: plain(d.Stall)},
		{name: "max-transfer", value: "TIME", help: "how long it may take to read all of an answer", set: span(&o.limits.Transfer, time.Millisecond), initial: plain(d.Transfer)},
	}
}

// plain writes a default as its flag reads it.
func plain(value any) string { return fmt.Sprint(value) }

// sized writes a number of bytes as its flag reads it.
func sized(n int) string {
	switch {
	case n%(1<<20) == 0:
		return plain(n>>20) + "MiB"
	case n%(1<<10) == 0:
		return plain(n>>10) + "KiB"
	}
	return plain(n)
}
