package workshop

import "unbox/classroom/line"

// The amount of the stream that is kept for slow clients, in frames and in bytes. A slower client
// gets the whole board instead, so that no queue grows.
const (
	streamFrames = 2048
	streamBytes  = 4 << 20
)

// stream has a room's messages to everyone, in order. Each reader has a position in
// it.
type stream struct {
	frames []line.Frame
	// first is the number of the first frame that is kept.
	first int64
	bytes int
	// changed is closed when there is more.
	changed chan struct{}
}

func (s *stream) publish(f line.Frame) {
	s.frames = append(s.frames, f)
	s.bytes += len(f.Text)
	if len(s.frames) > streamFrames || s.bytes > streamBytes {
		s.forget(len(s.frames) / 2) // many at once, so that the cost for each is small
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// forget drops the oldest frames.
func (s *stream) forget(count int) {
	for _, f := range s.frames[:count] {
		s.bytes -= len(f.Text)
	}
	s.first += int64(count)
	s.frames = append([]line.Frame(nil), s.frames[count:]...)
}

// end is the number that the next frame will have.
func (s *stream) end() int64 { return s.first + int64(len(s.frames)) }

// restart drops all frames: readers get the whole board.
func (s *stream) restart() {
	s.first = s.end() + 1
	s.frames, s.bytes = nil, 0
	close(s.changed)
	s.changed = make(chan struct{})
}
