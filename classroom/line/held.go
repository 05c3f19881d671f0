package line

import "context"

// Reserve waits until there is memory for so many bytes, and returns how to say that they are more or fewer, 0 for none.
//
// Errors: that of the context, or others have too much.
type Reserve func(ctx context.Context, bytes int) (resize func(bytes int), err error)

// small is the length of a frame in bytes for which no memory is reserved: nearly all are shorter.
const small = 64 << 10

// Held is the memory of the frame that a reader was given last, until it comes for the next one: then it has been sent. Frames may have
// megabytes, and a reader that does not read keeps one of its own. It is for one goroutine.
type Held struct {
	reserve Reserve
	resize  func(bytes int)
}

// Bound says how memory is reserved; without it, it is not.
func (h *Held) Bound(r Reserve) { h.reserve = r }

// Needs reports whether memory has to be reserved for a frame of so many bytes.
func (h *Held) Needs(bytes int) bool { return h.reserve != nil && bytes > small }

// Hold waits for the memory of a frame that is about to be made, in place of the one before.
//
// Errors: those of Reserve.
func (h *Held) Hold(ctx context.Context, bytes int) (err error) {
	h.Drop()
	if !h.Needs(bytes) {
		return nil
	}
	h.resize, err = h.reserve(ctx, bytes)
	return err
}

// Grown says how much memory it is.
func (h *Held) Grown(f Frame) {
	if h.resize != nil {
		h.resize(2 * len(f.Text)) // as a text, and as a message
	}
}

// Drop gives it back.
func (h *Held) Drop() {
	if h.resize != nil {
		h.resize(0)
		h.resize = nil
	}
}
