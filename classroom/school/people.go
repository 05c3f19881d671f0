package school

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// This file is about who has an account and who is invited: the owner sees and removes everybody, a teacher those who help in the teacher's
// own classes.

// Staffer is somebody who teaches, or is invited to.
type Staffer struct {
	// ID is that of an account, or what an invitation is called here: its word is nowhere.
	ID string `json:"id"`
	// Name is "" for an invitation; By is the name of who made it, "" if that is not known.
	Name string `json:"name,omitempty"`
	By   string `json:"by,omitempty"`
	Role string `json:"role"`
	// Until is until when an invitation is open, in seconds since 1970; 0 for an account.
	Until int64 `json:"until,omitempty"`
	// Classes are the names of those that the account teaches or helps in, or for which the invitation is; a teacher sees only their own
	// among them.
	Classes []string `json:"classes"`
}

// invitationID is by what an invitation is known in the list of People.
func invitationID(hash string) string { return "invitation-" + strings.Trim(hash, "-_")[:10] }

// People lists all accounts and open invitations, for an owner: the owners first, then teachers, assistants, and invitations. For a teacher,
// it lists those who help in the teacher's classes or are invited to them.
//
// Errors: ErrForbidden.
func (s *School) People(by Account) ([]Staffer, error) {
	if by.Role == Assistant {
		return nil, ErrForbidden
	}
	taught := map[string][]string{}
	names := map[string]string{}
	for _, c := range s.all() {
		c.mu.Lock()
		if by.Role == Owner || c.stored.Staff[by.ID] == Teacher {
			names[c.id] = c.stored.Settings.Name
			for account := range c.stored.Staff {
				taught[account] = append(taught[account], c.stored.Settings.Name)
			}
		}
		c.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Staffer
	for _, a := range s.people.Accounts {
		if by.Role == Owner || len(taught[a.ID]) > 0 && a.ID != by.ID {
			all = append(all, Staffer{ID: a.ID, Name: a.Name, Role: a.Role, Classes: append([]string{}, taught[a.ID]...)})
		}
	}
	for _, i := range s.people.Invitations {
		if !i.open() || by.Role != Owner && names[i.Class] == "" {
			continue
		}
		l := Staffer{ID: invitationID(i.Hash), Role: i.Role, Until: i.Until, Classes: []string{}}
		if a := s.people.Accounts[i.By]; a != nil {
			l.By = a.Name
		}
		if name := names[i.Class]; name != "" {
			l.Classes = append(l.Classes, name)
		}
		all = append(all, l)
	}
	rank := map[string]int{Owner: 0, Teacher: 1, Assistant: 2}
	slices.SortFunc(all, func(a, b Staffer) int {
		return cmp.Or(cmp.Compare(min(a.Until, 1), min(b.Until, 1)), cmp.Compare(rank[a.Role], rank[b.Role]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}

// Remove removes somebody who teaches, or withdraws an invitation, by the ID in the list of People. Where the account was signed in, it is not
// any more, pages that are open end, and so do its token and the invitations that it has made. Its classes stay, with the owner. Learners get
// new rejoin codes, since the account has seen the old ones; nobody is signed out by that.
//
// A teacher removes those who help in the teacher's classes from these, and withdraws invitations to them. An assistant who helps in no other
// class is removed with the account.
//
// Errors: ErrForbidden, there is nobody of this ID, it is the account itself or the last owner, or it cannot be written.
func (s *School) Remove(ctx context.Context, by Account, id string) error {
	remove := s.remove
	switch by.Role {
	case Assistant:
		return ErrForbidden
	case Teacher:
		remove = s.removeHelper
	}
	ctx = context.WithoutCancel(ctx)
	return waitFor(func() error { return remove(ctx, by, id) })
}

func (s *School) remove(ctx context.Context, by Account, id string) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if !s.stays(by) {
		return ErrNotSignedIn
	}
	next := s.copied()
	gone := next.Accounts[id]
	before := len(next.Accounts) + len(next.Invitations)
	if gone != nil {
		if err := next.mayRemove(by, gone); err != nil {
			return err
		}
		delete(next.Accounts, id)
	}
	maps.DeleteFunc(next.Invitations, func(hash string, i *Invitation) bool {
		return invitationID(hash) == id || gone != nil && (i.By == id || i.By == "") // one of before it was noted who made it may be theirs
	})
	if len(next.Accounts)+len(next.Invitations) == before {
		return errUnknown(id)
	}
	if err := s.keepPeople(ctx, next); err != nil || gone == nil {
		return err
	}
	return dismiss(id, s.all())
}

// removeHelper is remove for a teacher.
func (s *School) removeHelper(ctx context.Context, by Account, id string) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if !s.stays(by) {
		return ErrNotSignedIn
	}
	own, helped, elsewhere := s.helpedBy(id, by)
	next := s.copied()
	before := len(next.Accounts) + len(next.Invitations)
	if a := next.Accounts[id]; a != nil && a.Role == Assistant && len(helped) > 0 && !elsewhere {
		delete(next.Accounts, id)
	}
	maps.DeleteFunc(next.Invitations, func(hash string, i *Invitation) bool { return invitationID(hash) == id && own[i.Class] })
	if len(next.Accounts)+len(next.Invitations) < before {
		if err := s.keepPeople(ctx, next); err != nil {
			return err
		}
	} else if len(helped) == 0 {
		return errUnknown(id)
	}
	return dismiss(id, helped)
}

// helpedBy returns the IDs of a teacher's own classes, those of them in which an account helps, and whether it has to do with other classes.
func (s *School) helpedBy(account string, teacher Account) (own map[string]bool, helped []*Class, elsewhere bool) {
	own = map[string]bool{}
	for _, c := range s.all() {
		c.mu.Lock()
		teaches, role := c.stored.Staff[teacher.ID] == Teacher, c.stored.Staff[account]
		c.mu.Unlock()
		own[c.id] = teaches
		switch {
		case teaches && role == Assistant:
			helped = append(helped, c)
		case role != "":
			elsewhere = true
		}
	}
	return own, helped, elsewhere
}

func errUnknown(id string) error {
	return fmt.Errorf("expected a teacher, an assistant or an open invitation, found none with the name `%.40s`", id)
}

// dismiss has an account teach no more in classes, and ends the pages that it has open there.
func dismiss(account string, classes []*Class) error {
	for _, c := range classes {
		if err := c.dismiss(account); err != nil && !errors.Is(err, ErrNoClass) {
			return err
		}
		c.signOut(account, -1) // whatever its session was
	}
	return nil
}

// dismissGone dismisses those who have no account any more from a class: the server may have ended after an account was removed, and before its classes
// knew that, or while an invitation was accepted.
//
// Errors: as dismiss.
func (s *School) dismissGone(c *Class) error {
	c.mu.Lock()
	staff := slices.Sorted(maps.Keys(c.stored.Staff))
	c.mu.Unlock()
	for _, id := range staff {
		s.mu.Lock()
		known := id == "" || s.people.Accounts[id] != nil
		s.mu.Unlock()
		if known {
			continue
		}
		if err := dismiss(id, []*Class{c}); err != nil {
			return err
		}
	}
	return nil
}

// stays reports whether somebody whom a session has shown is still the one that it shows: a request may have waited while its account was
// removed. Someone who reads the folder itself has no account.
func (s *School) stays(by Account) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.people.Accounts[by.ID]
	return by.ID == "" || a != nil && a.Epoch == by.Epoch
}

// mayRemove looks at who removes whom.
func (p *people) mayRemove(by Account, gone *Account) error {
	if gone.ID == by.ID {
		return errors.New("expected another account, found your own")
	}
	owners := 0
	for _, a := range p.Accounts {
		if a.Role == Owner {
			owners++
		}
	}
	if gone.Role == Owner && owners == 1 {
		return errors.New("expected a teacher or an assistant, found the only owner; make another owner first (`unbox class secret`)")
	}
	return nil
}

// dismiss has an account teach no more in the class.
func (c *Class) dismiss(account string) error {
	c.mu.Lock()
	taught := c.stored.Staff[account] != ""
	c.mu.Unlock()
	if !taught {
		return nil
	}
	return c.act(func(st *state) (event, error) {
		fresh := map[string]string{}
		for id := range st.Seats {
			fresh[id] = newCode(rejoinLength)
		}
		return event{Dismiss: &dismissed{account, fresh}}, nil
	})
}
