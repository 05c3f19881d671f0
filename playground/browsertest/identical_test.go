package browsertest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"unbox/static"
	"unbox/wasm/api"
	"unbox/wasm/api/corpus"
	"unbox/wasm/codegen/run"
)

// askWorker is a function that starts the page's own worker with the page's own
// module and gives it requests one after the other.
const askWorker = `async (workerUrl, wasmUrl, requests) => {
	const worker = new Worker(workerUrl, { type: "module" });
	const waiting = [];
	worker.onmessage = (e) => e.data.kind !== "progress" && waiting.shift()?.(e.data);
	const send = (message) => new Promise((done) => { waiting.push(done); worker.postMessage(message); });
	const started = await send({ kind: "start", url: wasmUrl, size: 1e7 });
	if (started.kind !== "ready") throw new Error(started.message);
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	const answers = [];
	for (const [id, { name, request }] of requests.entries()) {
		const answer = await send({ kind: "call", id, name, request });
		if (answer.kind !== "answer") throw new Error(name + ": " + answer.message);
		answers.push(decoder.decode(answer.bytes));
	}
	worker.terminate();
	return answers;
}`

// TestIdenticalBytes asks native Go and the module in Chromium the same. The
// same is asked in wazero by unbox/tutorials/run.
func TestIdenticalBytes(t *testing.T) {
	long(t)
	t.Parallel()
	requests, err := corpus.All("../..", 1)
	must(t, err)
	assets, err := static.Manifest()
	must(t, err)
	tab := visit(t, "")
	engine := api.New()
	engine.UseGround(func(int) api.ProgramGround { // traces of programs run as code in Chromium, too
		g, err := run.NewGround(t.Context(), wazero.NewRuntimeConfigInterpreter(), true)
		must(t, err)
		return g
	})
	const batch = 200
	for start, end := 0, 0; start < len(requests); start = end {
		for end = min(start+batch, len(requests)); end < len(requests) && requests[end].After > 0; {
			end++ // each worker has a result of its own
		}
		part := requests[start:end]
		var got []string
		must(t, tab.Eval(fmt.Sprintf("(%s)(%q, %q, %s)", askWorker,
			"/"+assets["whole-worker.js"], "/"+assets["unbox.wasm"], callsOf(t, part)), &got))
		for i, q := range part {
			if q.Function == "fuzzStart" {
				// It lists the bugs that can be planted, of which this program has none.
				if !strings.Contains(got[i], `"bugs":[{`) {
					t.Errorf("%s: expected bugs that can be planted, found %.200s", q.Name, got[i])
				}
				continue
			}
			if want := string(engine.Call(q.Function, q.JSON)); got[i] != want {
				t.Errorf("%s:\nrequest  %.2000s\nChromium %.2000s\nnative   %.2000s", q.Name, q.JSON, got[i], want)
			}
		}
	}
	t.Logf("%d requests", len(requests))
}

// callsOf writes requests as the page's worker takes them.
func callsOf(t *testing.T, list []corpus.Request) []byte {
	t.Helper()
	type call struct {
		Name    string `json:"name"`
		Request string `json:"request"`
	}
	calls := make([]call, len(list))
	for i, q := range list {
		calls[i] = call{q.Function, string(q.JSON)}
	}
	text, err := json.Marshal(calls)
	must(t, err)
	return text
}
