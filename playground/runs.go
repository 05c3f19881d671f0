package playground

import (
	"errors"
	"net/http"
	"sync"

	"unbox/workers/queue"
)

// receiptCode is the maximum length of the body of POST /lessons/receipt beyond the
// program.
const receiptCode = 4 << 10

// mountRuns adds the addresses to which programs are sent. Without a runner, they say so.
func mountRuns(routes *routes, c Config, keeping *lessonKeeping, memory memories) {
	l := newRuns(c, keeping)
	runs := runDoor(routes, c, memory)
	receipts := runs
	receipts.most, receipts.extra, receipts.admit = c.Limits.Code+receiptCode, 0, nil
	certificates := receipts
	certificates.most = certificateBody
	uploads := runs
	uploads.memory, uploads.most, uploads.admit = memory.uploads, c.Limits.Upload, admission(c.Lessons, true)
	mount := func(path string, d *door, off string, h func(http.ResponseWriter, *http.Request, *visitor)) {
		if off != "" {
			routes.post(lessonsBase+path, refusal(off))
			return
		}
		routes.post(lessonsBase+path, d.wrap(h))
	}
	noRuns, noPrograms := "", ""
	if c.Lessons == nil {
		noRuns = "this server does not run learners' programs; they run in the browser"
		noPrograms = noRuns
	}
	if c.NoPrograms {
		noPrograms = "this server does not accept programs in other languages: they are switched off here; `unbox lesson test --pass` runs them on your own computer"
	}
	routes.get(lessonsBase+"compiled.json", serveCompiled(c.Lessons))
	mount("receipt", &receipts, "", l.receipt)
	mount("certify", &certificates, "", l.certify)
	mount("certified", &certificates, "", l.certificate)
	mount("pass", &uploads, noPrograms, l.pass)
	for _, ch := range l.course.Chapters {
		for _, s := range ch.Steps {
			solution := sync.OnceValue(func() solved { return solve(ch, s) })
			mount(ch.ID+"/"+s.ID+"/run", &runs, noRuns, func(w http.ResponseWriter, r *http.Request, v *visitor) { l.step(w, r, v, ch, s, solution) })
		}
	}
}

// Compiled is the answer to GET /lessons/compiled.json.
type Compiled struct {
	// Compiled is false after the server's start, until programs can run there; those that are sent wait for that.
	Compiled bool `json:"compiled"`
}

// serveCompiled says whether a runner can begin.
func serveCompiled(runner LessonRunner) http.HandlerFunc {
	r, ok := runner.(interface{ IsCompiled() bool })
	return func(w http.ResponseWriter, _ *http.Request) {
		sayJSON(w, http.StatusOK, Compiled{!ok || r.IsCompiled()})
	}
}

// runDoor lets requests in that run a learner's program.
func runDoor(routes *routes, c Config, memory memories) door {
	return door{visitors: routes.visitors, memory: memory.runs, most: c.Limits.Code, extra: answerRoom, admit: admission(c.Lessons, false), stall: c.Limits.Stall}
}

// refusal answers for something that is switched off.
func refusal(reason string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { sayError(w, http.StatusNotImplemented, reason) })
}

// admission returns the function that asks a runner whether its queue has room, for
// programs in other languages or for lessons; nil for a runner without one.
func admission(runner LessonRunner, programs bool) func(queue.Client) error {
	r, ok := runner.(interface {
		Admit(queue.Client) error
		AdmitProgram(queue.Client) error
	})
	if !ok {
		return nil
	}
	admit := r.Admit
	if programs {
		admit = r.AdmitProgram
	}
	return func(c queue.Client) error {
		if err := admit(c); errors.Is(err, queue.ErrFull) {
			return err
		}
		return nil // the run itself will report other errors
	}
}
