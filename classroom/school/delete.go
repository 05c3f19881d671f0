package school

import (
	"context"
	"errors"
	"maps"
	"slices"

	"unbox/classroom/journal"
)

// This file deletes: a whole class, and what is stored of a seat that has left.

// Delete deletes a class and everything that is stored of it. What has begun is finished, even if nobody waits for it any more.
//
// Errors: it cannot be deleted; then it is there again, as far as it is still stored.
func (s *School) Delete(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	return s.deleteIf(ctx, Account{}, id, func(*Class) error { return nil })
}

// deleteIf is Delete for an account, the zero one for nobody's, and for a class about which may has no objection at the moment when it ends; may is
// called with the class's lock.
//
// Errors: ErrNotSignedIn, that of may, or as Delete.
func (s *School) deleteIf(ctx context.Context, by Account, id string, may func(*Class) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if !s.stays(by) {
		return ErrNotSignedIn
	}
	c := s.class(id)
	if c != nil {
		if err := c.end(may); err != nil {
			return err
		}
	}
	err := s.options.Journal.Delete(ctx, journal.Document{Class: classPrefix + id})
	if err != nil {
		s.revive(ctx, id)
	}
	if c != nil {
		c.decide(err == nil)
	}
	if err != nil {
		return err
	}
	next := s.copied()
	next.Classes = slices.DeleteFunc(next.Classes, func(other string) bool { return other == id })
	s.mu.Lock()
	delete(s.classes, id)
	s.mu.Unlock()
	return s.keepPeople(ctx, next)
}

// end closes the class for everyone, since it is about to be deleted. When it returns, nothing more is
// written; decide says then what became of that.
//
// Errors: that of may, which is called with the lock; then nothing has changed.
func (c *Class) end(may func(*Class) error) error {
	c.mu.Lock()
	if !c.ended {
		if err := may(c); err != nil {
			c.mu.Unlock()
			return err
		}
	}
	c.ended = true
	if c.decided == nil {
		c.decided = make(chan struct{})
	}
	queues := []*writeQueue{c.queue}
	for _, d := range c.drafts {
		queues = append(queues, d.queue)
	}
	for _, q := range queues {
		q.stop(ErrNoClass)
	}
	c.mu.Unlock()
	for _, q := range queues {
		q.drain() // a write after the deletion would create it again
	}
	return nil
}

// decide says whether the class is deleted, for all who wait for that.
func (c *Class) decide(deleted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.decided:
		return // a second try
	default:
	}
	c.deleted, c.left = deleted, c.left || !deleted // another server may have the class by now
	close(c.decided)
	for _, feeds := range c.feeds {
		for f := range feeds {
			f.poke()
		}
	}
}

// revive reads a class again that could not be deleted. One of which nothing is left to read stays ended, and can be deleted again.
func (s *School) revive(ctx context.Context, id string) {
	c, err := openClass(ctx, s, id)
	if err != nil || c == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.classes[id] = c
}

// documentsOf lists the documents of a seat besides the class's own, and before them one that it never has: the events of a seat
// without documents have to be forgotten, too. The caller holds the class's lock.
func documentsOf(s *seat) []string {
	if s == nil {
		return nil
	}
	names := []string{"left/" + s.ID}
	for _, step := range slices.Sorted(maps.Keys(s.Cells)) {
		names = append(names, draftName(s.ID, step), greenName(s.ID, step))
	}
	return names
}

// forget deletes documents of the class.
func (c *Class) forget(ctx context.Context, names []string) error {
	var all []journal.Document
	for _, name := range names {
		c.silence(name) // a write after the deletion would create it again
		all = append(all, c.document(name))
	}
	if len(all) == 0 {
		return nil
	}
	return c.school.options.Journal.Delete(ctx, all...)
}

// silence drops a draft of a seat that is gone from memory. When it returns, nothing more of it is written.
func (c *Class) silence(name string) {
	c.mu.Lock()
	d := c.drafts[name]
	if d != nil {
		d.queue.stop(ErrSeat)
		delete(c.drafts, name)
	}
	c.mu.Unlock()
	if d != nil {
		d.queue.drain()
	}
}

// Forget deletes the seat and everything that is stored of it.
//
// Errors: ErrSeat, or it cannot be deleted.
func (s Seat) Forget(ctx context.Context) error {
	var gone []string
	err := s.class.act(func(st *state) (event, error) {
		if st.Seats[s.id] == nil {
			return event{}, ErrSeat
		}
		gone = documentsOf(st.Seats[s.id])
		return event{Remove: s.id}, nil
	})
	if err != nil {
		return err
	}
	return s.class.erase(ctx, gone)
}

// erase deletes documents of learners who have left, after what merged seats had is with the seats that stay, and replaces the class's events by
// its present state, which does not contain what was deleted. If that fails, or the server ends before it is done, Finish does it.
//
// Errors: it cannot be written.
func (c *Class) erase(ctx context.Context, names []string) error {
	if err := c.carry(ctx, names); err != nil {
		return err
	}
	done, waited := wait()
	c.mu.Lock()
	c.queue.add(pending{update: journal.Update{Data: marshal(event{At: c.state.Last})}, compact: true}, done)
	c.mu.Unlock()
	if err := waited(); err != nil {
		return err
	}
	if err := c.forget(ctx, append(names, "none")); err != nil { // a deletion truncates the log that still has the events
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(names) > 0 && c.over() == nil {
		c.take(event{At: c.state.Last, Saved: c.state.Saved, Ends: c.state.Ends, Erased: names}, nil)
	}
	return nil
}

// Finish deletes what is left of learners who have left, and dismisses those who have no account any more: a server may end, or lose the classes, before
// it has done everything. Where that fails, the log says so, and the next start tries again.
func (s *School) Finish(ctx context.Context) {
	for _, c := range s.all() {
		c.mu.Lock()
		left := slices.Clone(c.state.Erase)
		c.mu.Unlock()
		err := s.dismissGone(c)
		if err == nil && len(left) > 0 {
			err = c.erase(ctx, left)
		}
		if errors.Is(err, ErrMoved) || errors.Is(err, journal.ErrLost) || errors.Is(err, journal.ErrClosed) {
			return // whoever has the classes now begins anew
		}
		if err != nil && ctx.Err() == nil {
			s.options.Log.Error("what is left of a learner or a teacher who has left cannot be deleted", "class", c.id, "reason", err)
		}
	}
}
