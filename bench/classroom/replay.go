package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"unbox/internal/processes"
	"unbox/tutorials"
	"unbox/tutorials/lesson"
)

// This file lets a class work for hours without pauses, on the program that administrators start, and measures its resources after each
// hour.

// What happens in an hour of each learner: keys in the drafts of some steps, tests that ran in the browser, tests that ran on the server, and notes.
const (
	hourSteps = 3
	hourKeys  = 600
	hourTries = 12
	hourRuns  = 2
	hourNotes = 2
	// oneInLeaves is the number of learners of whom one leaves for good at the end of an hour; someone new joins instead.
	oneInLeaves = 12
	// hourRewrite is the length at which a draft is deleted and begun again.
	hourRewrite = 1500
)

// pupil is a learner of the hours.
type pupil struct {
	*writer
	nick, browser string
}

// runReplay replays the hours on each kind of disk.
func runReplay() error {
	disks, err := disksOf("0")
	for i := 0; err == nil && i < len(disks); i++ {
		fmt.Printf("%v\n", disks[i])
		err = replayOn(disks[i])
	}
	return err
}

// replayOn replays them on one.
func replayOn(d disk) error {
	s, end, err := startServed(d)
	if err != nil {
		return err
	}
	defer end()
	code, err := s.teach()
	if err != nil {
		return err
	}
	if err := s.ready(); err != nil {
		return err
	}
	course, err := tutorials.Course()
	if err != nil {
		return err
	}
	pupils := make([]*pupil, *typists)
	for i := range pupils {
		if pupils[i], err = s.pupil(code, i); err != nil {
			return err
		}
	}
	hours, joins, leaves := int(replay.Hours()), len(pupils), 0
	var keys atomic.Int64
	fmt.Printf("%d learners, %d hours; each hour %d keys, %d tests in the browser, %d on the server, %d notes of each, and one in %d leaves for good\n", len(pupils), hours, hourKeys, hourTries, hourRuns, hourNotes, oneInLeaves)
	begun := time.Now()
	s.report("before")
	for hour := range hours {
		seats, err := s.seats()
		if err != nil {
			return err
		}
		var all sync.WaitGroup
		failed := make(chan error, len(pupils))
		for i, p := range pupils {
			all.Go(func() {
				if err := s.hour(p, course, seats, hour, &keys); err != nil {
					failed <- fmt.Errorf("learner %d: %w", i, err)
				}
			})
		}
		all.Wait()
		if len(failed) > 0 {
			return <-failed
		}
		for i, p := range pupils {
			if (i+hour)%oneInLeaves != 0 {
				continue
			}
			leaves, joins = leaves+1, joins+1
			learner := &served{addr: s.addr}
			if _, err := learner.post("/class/forget", struct{}{}, nil, "X-Unbox-Class", p.word, "X-Unbox-Seat", p.browser); err != nil {
				return err
			}
			if pupils[i], err = s.pupil(code, joins); err != nil {
				return err
			}
		}
		s.settle()
		s.report(fmt.Sprintf("hour %d", hour+1))
	}
	fmt.Printf("%d joins, %d keys, %d left for good, in %v\n", joins, keys.Load(), leaves, time.Since(begun).Round(time.Second))
	if s.cluster != "" {
		time.Sleep(shortened)
		s.report("later")
	}
	return nil
}

// shortened is the time within which NATS shortens the logs by which its servers agree, as it does every two minutes, or up to a minute
// later: hours that are replayed in less pass between two times.
const shortened = 200 * time.Second

// pupil makes someone join.
func (s *served) pupil(code string, n int) (*pupil, error) {
	nick := fmt.Sprint("learner ", n)
	word, browser, err := s.join(code, nick)
	return &pupil{writer: &writer{at: s.socket(browser), word: word}, nick: nick, browser: browser}, err
}

// hour is what a learner does in one.
func (s *served) hour(p *pupil, course *lesson.Course, seats map[string]string, hour int, keys *atomic.Int64) error {
	for part := range hourSteps {
		chapter := course.Chapters[hour%2] // steps that everybody has been in after two hours: what is kept grows no more then
		step := chapter.Steps[part%len(chapter.Steps)]
		p.step = chapter.ID + "/" + step.ID
		if err := p.work(hourKeys/hourSteps, keys); err != nil {
			return err
		}
		if part >= hourRuns {
			continue
		}
		if err := s.passes(p, step.Solution.Text+"# "+fmt.Sprint(rand.Int())); err != nil {
			return err
		}
	}
	for k := range hourNotes {
		act := map[string]any{"say": map[string]any{"seat": seats[p.nick], "step": p.step, "line": 1, "text": fmt.Sprintf("Look at this line once more, %d: what is known of the value there?", hour*hourNotes+k)}}
		if _, err := s.post("/teach/classes/"+s.class+"/do", act, nil); err != nil {
			return err
		}
	}
	return nil
}

// passes makes the server run the tests of a learner's step; while all workers are busy, it retries, as pages do.
func (s *served) passes(p *pupil, program string) error {
	for tries := 0; ; tries++ {
		r, err := s.post("/lessons/"+p.step+"/run", map[string]string{"code": program}, nil, "X-Unbox-Class", p.word, "X-Unbox-Seat", p.browser)
		if busy := r != nil && r.StatusCode == http.StatusServiceUnavailable; err == nil || !busy || tries == 60 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// work does a step's part of an hour. If the connection breaks off, for example when the classes move to another server, it continues over
// a new one.
func (p *pupil) work(count int, keys *atomic.Int64) error {
	for tries, done := 0, 0; done < count; tries++ {
		more, err := p.types(count-done, keys)
		if done += more; err != nil && tries == 60 {
			return err
		}
		if err != nil {
			time.Sleep(time.Second)
		}
	}
	return nil
}

// types opens the class, types in a step, tells what its tests came to, and closes the page; it returns how many keys were acknowledged.
func (p *pupil) types(count int, keys *atomic.Int64) (done int, err error) {
	conn, m, err := p.connect()
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	version, length := m.Version, len(m.Text)
	for ; done < count; done++ {
		if done%(hourKeys/hourTries) == 0 {
			tried := map[string]any{"kind": "tried", "step": p.step, "status": "fail", "test": "keeps the order", "words": "expected [1, 2], found [2, 1]", "passed": done % 3, "total": 4}
			if err := conn.WriteJSON(tried); err != nil {
				return done, err
			}
		}
		change := []any{length, []any{0, "x"}}
		switch {
		case length == 0:
			change = change[1:]
		case length >= hourRewrite:
			change, length = []any{[]any{length, "x"}}, 0
		}
		if err := conn.WriteJSON(map[string]any{"kind": "draft", "step": p.step, "version": version, "change": change}); err != nil {
			return done, err
		}
		sent := time.Now()
		if err := p.acknowledged(conn, version); err != nil {
			return done, err
		}
		version, length = version+1, length+1
		keys.Add(1)
		time.Sleep(time.Second/35 - time.Since(sent)) // a seat may say 40 things a second
	}
	return done, nil
}

// acknowledged waits until a change of a version is acknowledged.
func (p *pupil) acknowledged(conn *websocket.Conn, version int) error {
	for {
		var m hears
		if err := conn.ReadJSON(&m); err != nil {
			return err
		}
		if m.Kind == "stale" || m.Kind == "error" {
			return fmt.Errorf("expected an acknowledgement, found %q", m.Kind)
		}
		if m.Kind == "kept" && m.Kept[p.step] > version {
			return nil
		}
	}
}

// seats are the learners' seats, by their nicknames, as the teacher's page knows them.
func (s *served) seats() (map[string]string, error) {
	grid, err := s.watch()
	if err != nil {
		return nil, err
	}
	seats := map[string]string{}
	for _, row := range grid.Rows {
		seats[row.Nick] = row.ID
	}
	return seats, nil
}

// settle waits until what was deleted is compacted: until the folders have not become smaller for two seconds, for a minute at most. On a cluster
// they grow all the time, by the lease.
func (s *served) settle() {
	before, same := s.disk(), 0
	for k := 0; same < 4 && k < 120; k++ {
		time.Sleep(500 * time.Millisecond)
		now := s.disk()
		if same++; now < before {
			same = 0
		}
		before = now
	}
}

// disk returns the size of the folders.
func (s *served) disk() int64 {
	if s.cluster == "" {
		return size(s.dir)
	}
	return size(s.cluster)
}

// logs returns the size of the logs by which the servers of NATS agree.
func (s *served) logs() (sum int64) {
	dirs, err := filepath.Glob(filepath.Join(s.cluster, "*", "jetstream", "$SYS"))
	if err != nil {
		panic("BUG: a pattern without brackets is right: " + err.Error())
	}
	for _, dir := range dirs {
		sum += size(dir)
	}
	return sum
}

// report prints the resources that the server and NATS use.
func (s *served) report(when string) {
	server, workers, descriptors := s.usage()
	fmt.Printf("  %-8s server %3d MB (peak %3d MB), workers %3d MB, %3d descriptors; disk %6.1f MB", when, server>>20, s.peak()>>20, workers>>20, descriptors, float64(s.disk())/1e6)
	if s.cluster != "" {
		fmt.Printf(" (%.1f in logs)", float64(s.logs())/1e6)
	}
	for _, n := range s.nodes {
		open, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", n.Process.Pid))
		fmt.Printf("; NATS %d MB, %d descriptors", processes.Resident(processes.Family(n.Process.Pid)[:1])>>20, len(open))
	}
	fmt.Println()
}
