// Package school provides classes on one's own server. Teachers have accounts; learners join with a code
// and a nickname, and are identified by a word that the server signed for their seat. A class is a list
// of events in a journal: who joined, what was tried, what passed on the server, what was said. Connected
// pages get the newest state of what has changed, so that no queue grows.
package school

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"unbox/classroom/journal"
	"unbox/playground/secret"
	"unbox/tutorials/lesson"
)

// Errors when joining.
var (
	// ErrNoClass means that there is no such class.
	ErrNoClass = errors.New("expected a class that exists, found none of that name; it may have been deleted")
	// ErrNoCode means that no class can be joined with a code.
	ErrNoCode = errors.New("expected the code of a class that can be joined, found one that no class has; codes expire, so ask for a new one")
	// ErrSeat means that someone has no seat, or not the claimed one.
	ErrSeat = errors.New("expected a seat in a class, found none; it may have been removed, so join again")
	// ErrMoved means that another server has the classes by now. The request may or may not have been carried
	// out.
	ErrMoved = errors.New("expected the server that has the classes, found one that had them a moment ago; try again")
	// ErrNotSaved means that nothing can be saved at the moment. The request may be carried out
	// later.
	ErrNotSaved = errors.New("expected to save this, found that the server cannot save anything at the moment; try again")
	// ErrBlocked means that a teacher has blocked a seat.
	ErrBlocked = errors.New("expected a seat that is open, found one that your teacher has blocked; ask your teacher")
)

// Step is a step of the course.
type Step struct {
	// ID is "chapter/step".
	ID string `json:"id"`
	// Label is its number, such as "2.3".
	Label   string `json:"label"`
	Title   string `json:"title"`
	Chapter string `json:"chapter"`
}

// StepsOf lists the steps of a course.
func StepsOf(course *lesson.Course) []Step {
	steps := []Step{}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			steps = append(steps, Step{ID: ch.ID + "/" + s.ID, Label: fmt.Sprintf("%d.%d", ch.Number, s.Number), Title: s.Title, Chapter: ch.Title})
		}
	}
	return steps
}

// Options say how classes are stored.
type Options struct {
	Journal journal.Journal
	Key     secret.Key
	Log     *slog.Logger
	// Course are the steps that can be taught, in the course's order.
	Course []Step
	// Tests are the hashes of the steps' tests, by step.
	Tests map[string]string
	// Questions are the questions that the course asks twice.
	Questions []Question
	// Sure reports whether no other server can have the classes by now; nil if no servers share them.
	Sure func() bool
	// Keep is the time without events after which a class is deleted; 0 keeps all.
	Keep time.Duration
	// Now returns the time for the histories of drafts, in seconds since 1970; nil stands for the
	// machine's clock.
	Now func() int64
}

// School has all classes of a server. It is safe for concurrent use.
type School struct {
	options Options
	// hashing limits the number of passwords that are hashed concurrently; nobody is the hash of no
	// password, so that an unknown name takes as long as a known one.
	hashing chan struct{}
	nobody  string
	// writing is held while the people are changed; version is the version of their
	// document.
	writing sync.Mutex
	version uint64
	// mu guards the following fields.
	mu      sync.Mutex
	people  people
	classes map[string]*Class
	stop    chan struct{}
	once    sync.Once
}

// opening is the number of classes that are read concurrently: if they are on other machines, each
// takes a while.
const opening = 16

// Open reads the classes of a journal. Classes without events for long enough are deleted, once
// an hour, until Close.
//
// Errors: the stored data cannot be read.
func Open(ctx context.Context, o Options) (*School, error) {
	s := &School{options: o, hashing: make(chan struct{}, hashAtOnce), classes: map[string]*Class{}, stop: make(chan struct{})}
	s.nobody = s.hashPassword(randomWord(18))
	h, err := o.Journal.Read(ctx, journal.Document{Class: schoolClass, Name: peopleName}, 0)
	if err != nil {
		return nil, err
	}
	if s.people, err = peopleOf(h); err != nil {
		return nil, err
	}
	s.version = h.Version()
	if err := s.openAll(ctx); err != nil {
		return nil, err
	}
	if o.Keep > 0 {
		go journal.Expire(s.stop, o.Keep, o.Log, "classes", s.expire)
	}
	return s, nil
}

// openAll reads all classes.
func (s *School) openAll(ctx context.Context) error {
	var all sync.WaitGroup
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, opening)
	for _, id := range s.people.Classes {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			c, err := openClass(ctx, s, id)
			switch {
			case err != nil:
				cancel(err)
			case c != nil:
				s.mu.Lock()
				s.classes[id] = c
				s.mu.Unlock()
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// Fresh reports whether there are no accounts and no secret was shown: this is the first start.
func (s *School) Fresh() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.people.Secret == "" && len(s.people.Accounts) == 0
}

// Empty reports whether there are neither accounts nor classes.
func (s *School) Empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.people.Accounts) == 0 && len(s.people.Classes) == 0
}

// Keeps reports whether a document of a journal belongs to a school, and whether it lists what exists: other
// documents hold the contents.
func Keeps(d journal.Document) (ours, first bool) {
	ours = d.Class == schoolClass || strings.HasPrefix(d.Class, classPrefix)
	return ours, ours && (d.Name == peopleName || d.Name == stateName)
}

// sure reports whether the data in memory is the newest.
func (s *School) sure() bool { return s.options.Sure == nil || s.options.Sure() }

// Close stops deleting. The journal stays open.
func (s *School) Close() { s.once.Do(func() { close(s.stop) }) }

// Leave ends all classes here: another server has them. Connections end, and callers that wait for something to be
// safe get ErrMoved.
func (s *School) Leave() {
	s.Close()
	for _, c := range s.all() {
		c.leave()
	}
}

// all returns the classes in the order in which they were made.
func (s *School) all() []*Class {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*Class
	for _, id := range s.people.Classes {
		if c := s.classes[id]; c != nil {
			all = append(all, c)
		}
	}
	return all
}

func (s *School) class(id string) *Class {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.classes[id]
}

// now returns the time for drafts.
func (s *School) now() int64 {
	if s.options.Now != nil {
		return s.options.Now()
	}
	return time.Now().Unix()
}

// Class returns a class that an account may see or, with full set, may change.
//
// Errors: ErrNoClass or ErrForbidden.
func (s *School) Class(by Account, id string, full bool) (*Class, error) {
	c := s.class(id)
	if c == nil {
		return nil, ErrNoClass
	}
	c.mu.Lock()
	role := c.stored.Staff[by.ID]
	c.mu.Unlock()
	switch {
	case by.Role == Owner, role == Teacher, role == Assistant && !full:
		return c, nil
	case role == Assistant:
		return nil, ErrForbidden
	}
	return nil, ErrNoClass // others do not learn that it exists
}

// Listed is a class in a list.
type Listed struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Learners int    `json:"learners"`
	// Role is the account's role in it.
	Role string `json:"role"`
	// Last is the time of the last event, in seconds since 1970.
	Last int64 `json:"last"`
	// Ends is when the class will be deleted if nothing happens in it, 0 for not soon.
	Ends int64 `json:"ends,omitempty"`
}

// Classes lists the classes that an account may see.
func (s *School) Classes(by Account) []Listed {
	list := []Listed{}
	for _, c := range s.all() {
		if _, err := s.Class(by, c.id, false); err != nil {
			continue
		}
		c.mu.Lock()
		role := c.stored.Staff[by.ID]
		if role == "" {
			role = by.Role
		}
		list = append(list, Listed{c.id, c.stored.Settings.Name, len(c.stored.Seats), role, c.stored.Last, c.ends()})
		c.mu.Unlock()
	}
	return list
}

// maxClasses is the maximum number of classes on a server, maxOwn the maximum number of one
// account.
const (
	maxClasses = 500
	maxOwn     = 60
)

// Make creates a class and returns its ID. If a request with the same name has created a class before, it
// returns that one.
//
// Errors: ErrForbidden, what is wrong with the settings, there are too many, ErrNotSaved, or it cannot be written.
func (s *School) Make(ctx context.Context, by Account, settings Settings, asked string) (string, error) {
	return waitForResult(func() (string, error) { return s.make(ctx, by, settings, asked) })
}

func (s *School) make(ctx context.Context, by Account, settings Settings, asked string) (string, error) {
	if by.Role == Assistant {
		return "", ErrForbidden
	}
	if err := errors.Join(checkAsked(asked), s.outline(nil).checkSettings(&settings)); err != nil {
		return "", err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if !s.stays(by) {
		return "", ErrNotSignedIn
	}
	if c := s.madeBy(by, asked); c != nil {
		return c.id, nil
	}
	own := 0
	for _, l := range s.Classes(by) {
		if l.Role == Teacher {
			own++
		}
	}
	next := s.copied()
	if len(next.Classes) >= maxClasses || own >= maxOwn {
		return "", fmt.Errorf("expected at most %d classes of one teacher and %d in all, found one more; delete old ones first", maxOwn, maxClasses)
	}
	id := strings.ToLower(newCode(10))
	c := newClass(s, id)
	done, waited := wait()
	c.mu.Lock()
	c.take(event{At: time.Now().Unix(), Made: &made{by.ID, asked, settings, codeSet{s.freeCode(), time.Now().Add(codeLife).Unix()}}}, done)
	c.mu.Unlock()
	if err := waited(); err != nil {
		return "", err
	}
	next.Classes = append(next.Classes, id)
	s.mu.Lock()
	s.classes[id] = c
	s.mu.Unlock()
	return id, s.keepPeople(ctx, next)
}

// madeBy returns the class that a request of an account created; nil if there is
// none.
func (s *School) madeBy(by Account, asked string) *Class {
	for _, c := range s.all() {
		c.mu.Lock()
		is := asked != "" && !c.ended && c.stored.Asked == asked && c.stored.Staff[by.ID] == Teacher
		c.mu.Unlock()
		if is {
			return c
		}
	}
	return nil
}

// checkSettings checks a teacher's settings.
//
// Errors: a message that says what is wrong.
func (o outline) checkSettings(set *Settings) (err error) {
	if set.Name, err = cleanName(set.Name, 80); err != nil {
		return err
	}
	if set.Zone == "" {
		set.Zone = "UTC"
	}
	zone, err := time.LoadLocation(set.Zone)
	if err != nil || set.Zone == "Local" {
		return fmt.Errorf("expected a time zone such as `Europe/Berlin`, found `%s`", set.Zone)
	}
	if set.Deadline != "" {
		if _, err := time.ParseInLocation(deadlineForm, set.Deadline, zone); err != nil {
			return fmt.Errorf("expected a deadline such as `2026-12-24T18:00`, found `%s`", set.Deadline)
		}
	}
	seen := map[string]bool{}
	for _, id := range set.Steps {
		if !o.step(id) || seen[id] {
			return fmt.Errorf("expected steps of the course, each once, found `%s`", id)
		}
		seen[id] = true
	}
	if !slices.Contains([]string{"open", "locked"}, set.Hints) || !slices.Contains([]string{"open", "locked", "deadline"}, set.Solutions) {
		return errors.New("expected hints that are `open` or `locked`, and solutions that are `open`, `locked` or open after the `deadline`, found something else")
	}
	return nil
}

// Course returns all steps of the server's course.
func (s *School) Course() []Step { return s.options.Course }
