package check

import (
	"context"
	"encoding/json"
	"fmt"

	"unbox/tutorials/learn"
	"unbox/wasm/api"
	"unbox/workers/queue"
)

// Sandbox runs a request of the function `lesson`, JSON in and JSON out; a *run.Pool of
// unbox/tutorials/run is one.
type Sandbox interface {
	Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error)
}

// Sandboxed runs programs in a sandbox: in the WebAssembly module that browsers load.
// client is for fair queueing.
func Sandboxed(ctx context.Context, pool Sandbox, client queue.Client) Runner {
	return func(s *learn.Suite) (*learn.Results, error) {
		request, err := json.Marshal(s)
		if err != nil {
			return nil, fmt.Errorf("BUG: a suite always marshals: %w", err)
		}
		response, err := pool.Lesson(ctx, client, request)
		if err != nil {
			return nil, err
		}
		var r api.LessonResponse
		if err := json.Unmarshal(response, &r); err != nil {
			return nil, fmt.Errorf("expected results as JSON, found this: %w", err)
		}
		return api.LessonResults(&r), nil
	}
}
