package playground

import (
	"fmt"
	"time"

	"unbox/classroom/school"
)

// Limits bound what visitors may use of the server. A field that is 0 has its default;
// cmd/serve has a flag for each.
type Limits struct {
	// Code, Upload and Job are the maximum lengths of a learner's program, of a program in
	// another language with everything that is sent with it, and of a measurement's job,
	// in bytes.
	Code, Upload, Job int
	// Answer is the maximum length of an answer, in bytes as they are sent: a character
	// that JSON writes as six counts as six.
	Answer int
	// RunBytes, JobBytes and UploadBytes are the memory that requests with programs of
	// learners, measurements, and programs in other languages may hold at a time, in bytes; a
	// block of addresses may hold half of it, and a seat a quarter.
	RunBytes, JobBytes, UploadBytes int
	// Waiting, WaitingPerBlock and WaitingPerSeat are the maximum numbers of requests that
	// wait for memory.
	Waiting, WaitingPerBlock, WaitingPerSeat int
	// NewSeats is the number of seats that a block gets in an hour.
	NewSeats int
	// Sockets, SocketsPerBlock and SocketsPerSeat are the maximum numbers of open
	// WebSockets; SocketJobs is the maximum number of measurements on each.
	Sockets, SocketsPerBlock, SocketsPerSeat, SocketJobs int
	// Members, MembersPerBlock and MembersPerSeat are the maximum numbers of open connections to
	// workshops.
	Members, MembersPerBlock, MembersPerSeat int
	// Connections and ConnectionsPerBlock are the maximum numbers of open
	// connections.
	Connections, ConnectionsPerBlock int
	// Course is the maximum length of the ZIP file of a class's own course, CoursePages the size of the pages of all such courses that are
	// kept in memory, in bytes.
	Course, CoursePages int
	// PassTime is the maximum time of a program in another language for all traces of
	// a step's tests, including its time in the queue: there are about 20 traces,
	// each of which takes milliseconds.
	PassTime time.Duration
	// Stall is the maximum time of a client for the next 64 KiB that it sends or
	// reads, Transfer that for all of it.
	Stall, Transfer time.Duration
}

// DefaultLimits are what a server with 2 processors and 4 GB can handle.
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

// withDefaults replaces each 0 by the default.
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

// Check reports combinations that make no sense, in terms of the server's flags.
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
