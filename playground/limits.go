package playground

import (
	"fmt"
	"time"

	"unbox/classroom/school"
)

// Limits say how much of the server visitors may take. A field that is 0 has its default;
// cmd/serve has a flag for each.
type Limits struct {
	// Code, Upload and Job are how long a learner's program, a program in another language
	// with all that is sent around it, and a measurement's job may be, in bytes.
	Code, Upload, Job int
	// Answer is how long an answer may be, in bytes as they are sent: a character that JSON
	// writes as six counts for six.
	Answer int
	// RunBytes, JobBytes and UploadBytes are how much memory requests with programs of
	// learners, measurements, and programs in other languages may hold at a time, in bytes; a
	// block of addresses may hold half of it, and a seat a quarter.
	RunBytes, JobBytes, UploadBytes int
	// Waiting, WaitingPerBlock and WaitingPerSeat are how many requests may wait for memory.
	Waiting, WaitingPerBlock, WaitingPerSeat int
	// NewSeats is how many seats a block gets in an hour.
	NewSeats int
	// Sockets, SocketsPerBlock and SocketsPerSeat are how many WebSockets may be open;
	// SocketJobs is how many measurements of each.
	Sockets, SocketsPerBlock, SocketsPerSeat, SocketJobs int
	// Members, MembersPerBlock and MembersPerSeat are how many connections to workshops may be open.
	Members, MembersPerBlock, MembersPerSeat int
	// Connections and ConnectionsPerBlock are how many connections may be open.
	Connections, ConnectionsPerBlock int
	// Course is how long the ZIP file of a class's own course may be, CoursePages how much of the pages of all of them is kept in memory, in
	// bytes.
	Course, CoursePages int
	// PassTime is how long a program in another language may take for all traces of a
	// step's tests, with its time in the queue: some 20 traces, each of which takes
	// milliseconds.
	PassTime time.Duration
	// Stall is how long a client may take for the next 64 KiB that it sends or reads,
	// Transfer for all of it.
	Stall, Transfer time.Duration
}

// DefaultLimits are what a server of 2 processors and 4 GB bears.
func DefaultLimits() Limits {
	return Limits{
		Code: 64 << 10, Upload: 16 << 20, Job: 1 << 20, Answer: 2 << 20,
		RunBytes: 32 << 20, JobBytes: 32 << 20, UploadBytes: 96 << 20,
		Waiting: 1000, WaitingPerBlock: 600, WaitingPerSeat: 16,
		NewSeats: 600,
		Sockets:  1000, SocketsPerBlock: 500, SocketsPerSeat: 8, SocketJobs: 8,
		Members: 1500, MembersPerBlock: 800, MembersPerSeat: 8,
		Connections: 2000, ConnectionsPerBlock: 1000,
		Course: 2 << 20, CoursePages: 64 << 20,
		PassTime: 20 * time.Second,
		Stall:    10 * time.Second, Transfer: 5 * time.Minute,
	}
}

// withDefaults puts the default where there is 0.
func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	or(&l.Code, d.Code)
	or(&l.Upload, d.Upload)
	or(&l.Job, d.Job)
	or(&l.Answer, d.Answer)
	or(&l.RunBytes, d.RunBytes)
	or(&l.JobBytes, d.JobBytes)
	or(&l.UploadBytes, d.UploadBytes)
	or(&l.Waiting, d.Waiting)
	or(&l.WaitingPerBlock, d.WaitingPerBlock)
	or(&l.WaitingPerSeat, d.WaitingPerSeat)
	or(&l.NewSeats, d.NewSeats)
	or(&l.Sockets, d.Sockets)
	or(&l.SocketsPerBlock, d.SocketsPerBlock)
	or(&l.SocketsPerSeat, d.SocketsPerSeat)
	or(&l.SocketJobs, d.SocketJobs)
	or(&l.Members, d.Members)
	or(&l.MembersPerBlock, d.MembersPerBlock)
	or(&l.MembersPerSeat, d.MembersPerSeat)
	or(&l.Connections, d.Connections)
	or(&l.ConnectionsPerBlock, d.ConnectionsPerBlock)
	or(&l.Course, d.Course)
	or(&l.CoursePages, d.CoursePages)
	or(&l.PassTime, d.PassTime)
	or(&l.Stall, d.Stall)
	or(&l.Transfer, d.Transfer)
	return l
}

// Check returns what makes no sense together, in the words of the server's flags.
func (l Limits) Check() error {
	l = l.withDefaults()
	if l.Course > school.MaxCourse {
		return fmt.Errorf("--max-course: expected at most %d bytes, found %d", school.MaxCourse, l.Course)
	}
	for _, c := range []struct {
		name, flag string
		part, all  int
	}{
		{"max-course", "max-upload-bytes", l.Course / 3 * 4 * 4, l.UploadBytes}, // a seat may have a quarter
		{"max-code", "max-run-bytes", l.Code, l.RunBytes}, {"max-job", "max-job-bytes", l.Job, l.JobBytes}, {"max-upload", "max-upload-bytes", l.Upload, l.UploadBytes},
	} {
		if least := bytesPerByte*c.part + answerRoom; c.all < least {
			return fmt.Errorf("--%s: expected at least %d, three times --%s and the size of an answer, found %d", c.flag, least, c.name, c.all)
		}
	}
	return nil
}

func or[T int | time.Duration](n *T, normal T) {
	if *n == 0 {
		*n = normal
	}
}
