package school

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// This file has rosters: lists of the people who are in a class according to the school. A roster comes from
// another program as a table, and each of its people may be linked to a seat.

// Person is someone on a roster. What the file does not say is "".
type Person struct {
	// ID identifies the person when the roster is updated.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Number is the school's number of the person where the ID does not say alone that it is one: somebody else calls the person so, too.
	Number string `json:"number,omitempty"`
	// The others identify the person in other programs; they are included in the exports for them.
	Email   string `json:"email,omitempty"`
	Login   string `json:"login,omitempty"`
	SIS     string `json:"sis,omitempty"`    // Canvas's "SIS User ID"
	Canvas  string `json:"canvas,omitempty"` // Canvas's "ID"
	Section string `json:"section,omitempty"`
	GitHub  string `json:"github,omitempty"`
	// Seat is the person's seat in the class, "" for none.
	Seat string `json:"seat,omitempty"`
}

// number is the school's number of the person; "" if the ID is only the name, or what another program calls the person, and would be taken for
// somebody else's number.
func (p Person) number() string {
	if p.named() {
		return cmp.Or(p.SIS, p.Number)
	}
	return cmp.Or(p.SIS, p.ID)
}

// named reports whether the ID is the name, or what another program calls the person.
func (p Person) named() bool {
	return slices.Contains([]string{p.Name, p.Email, p.Login, p.Canvas, p.GitHub}, p.ID)
}

// RosterPlan says how a file changes a class's roster.
type RosterPlan struct {
	// Added are new people, Changed are known ones with different data; Same counts those who stay the
	// same.
	Added   []Person `json:"added"`
	Changed []Person `json:"changed"`
	Same    int      `json:"same"`
	// Missing are on the roster but not in the file.
	Missing []Person `json:"missing"`
}

// rosterSet is a change of the roster.
type rosterSet struct {
	Put  []Person `json:"put,omitempty"`
	Drop []string `json:"drop,omitempty"`
}

// Linked says which seat a person of the roster has; "" for none.
type Linked struct {
	Person string `json:"person"`
	Seat   string `json:"seat"`
}

// plan compares a file with the roster.
func (s *state) plan(r Roster) RosterPlan {
	p := RosterPlan{Added: []Person{}, Changed: []Person{}, Missing: []Person{}}
	named := map[string]bool{}
	for _, person := range r.People {
		named[person.ID] = true
		known := s.person(person.ID)
		if known != nil {
			person.Seat = known.Seat
		}
		switch {
		case known == nil:
			p.Added = append(p.Added, person)
		case *known != person:
			p.Changed = append(p.Changed, person)
		default:
			p.Same++
		}
	}
	for _, known := range s.Roster {
		if !named[known.ID] {
			p.Missing = append(p.Missing, *known)
		}
	}
	return p
}

// person returns a person of the roster, personAt the person who has a seat; nil for
// none.
func (s *state) person(id string) *Person {
	for _, p := range s.Roster {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (s *state) personAt(seat string) *Person {
	for _, p := range s.Roster {
		if p.Seat == seat && seat != "" {
			return p
		}
	}
	return nil
}

// names are the names on the roster by seat.
func (s *state) names() map[string]string {
	names := map[string]string{}
	for _, p := range s.Roster {
		if p.Seat != "" {
			names[p.Seat] = p.Name
		}
	}
	return names
}

// setRoster makes a change of the roster.
func (s *state) setRoster(set *rosterSet) {
	for _, p := range set.Put {
		if known := s.person(p.ID); known != nil {
			p.Seat = known.Seat
			*known = p
			continue
		}
		p.Seat = ""
		s.Roster = append(s.Roster, &p)
	}
	s.Roster = slices.DeleteFunc(s.Roster, func(p *Person) bool { return slices.Contains(set.Drop, p.ID) })
}

// link gives people their seats: a seat has at most one person.
func (s *state) link(all []Linked) {
	for _, l := range all {
		p := s.person(l.Person)
		if p == nil || l.Seat != "" && s.Seats[l.Seat] == nil {
			continue
		}
		if other := s.personAt(l.Seat); other != nil {
			other.Seat = ""
		}
		p.Seat = l.Seat
	}
}

// linking checks a request to link people and seats.
func linking(s *state, all []Linked) (event, error) {
	seats := map[string]bool{}
	for _, l := range all {
		switch {
		case s.person(l.Person) == nil:
			return event{}, fmt.Errorf("expected a person on the roster, found `%s`", short(l.Person, maxShown))
		case l.Seat != "" && s.Seats[l.Seat] == nil:
			return event{}, ErrSeat
		case seats[l.Seat]:
			return event{}, errors.New("expected a seat for one person, found it for two")
		}
		seats[l.Seat] = l.Seat != ""
	}
	return event{Link: all}, nil
}

// Plan returns what a file would change, without changing it.
func (c *Class) Plan(r Roster) RosterPlan {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stored.plan(r)
}

// Import brings a class's roster up to date with a file: people are found by their IDs, and keep their seats. With remove, people who are
// not in the file are removed.
//
// Errors: ErrNoClass, ErrForbidden, there are too many people, or it cannot be written.
func (s *School) Import(ctx context.Context, by Account, class string, r Roster, remove bool) (RosterPlan, error) {
	c, err := s.Class(by, class, true)
	if err != nil {
		return RosterPlan{}, err
	}
	var plan RosterPlan
	err = c.act(func(st *state) (event, error) {
		plan = st.plan(r)
		set := &rosterSet{Put: slices.Concat(plan.Added, plan.Changed)}
		if remove {
			for _, p := range plan.Missing {
				set.Drop = append(set.Drop, p.ID)
			}
		}
		if n := len(st.Roster) + len(plan.Added) - len(set.Drop); n > maxPeople {
			return event{}, fmt.Errorf("expected at most %d people on a roster, found %d with those who were there before", maxPeople, n)
		}
		return event{Roster: set}, nil
	})
	if err == nil && remove && len(plan.Missing) > 0 {
		err = c.erase(ctx, nil)
	}
	return plan, err
}

// RosterNow is a class's present roster.
type RosterNow struct {
	People []Person `json:"people"`
	// Suggested links people without a seat to seats without a person whose nickname fits them and no one else.
	Suggested []Linked `json:"suggested"`
}

// Roster returns the class's roster.
func (c *Class) Roster() RosterNow {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := RosterNow{People: []Person{}, Suggested: c.stored.suggested()}
	for _, p := range c.stored.Roster {
		now.People = append(now.People, *p)
	}
	return now
}

// suggested pairs people and seats that fit only each other.
func (s *state) suggested() []Linked {
	named, taken := map[string][]string{}, s.names()
	for id, seat := range s.Seats {
		if _, found := taken[id]; !found {
			for _, key := range nickKeys(seat.Nick) {
				named[key] = append(named[key], id)
			}
		}
	}
	fits, wanted := map[string]map[string]bool{}, map[string]int{}
	for _, p := range s.Roster {
		if p.Seat != "" {
			continue
		}
		fits[p.ID] = map[string]bool{}
		for _, key := range p.keys() {
			for _, id := range named[key] {
				fits[p.ID][id] = true
			}
		}
		for id := range fits[p.ID] {
			wanted[id]++
		}
	}
	all := []Linked{}
	for _, p := range s.Roster {
		for id := range fits[p.ID] {
			if len(fits[p.ID]) == 1 && wanted[id] == 1 {
				all = append(all, Linked{p.ID, id})
			}
		}
	}
	return all
}

// nickKeys returns the keys by which a nickname is looked up: as it is, and with its
// words in any order.
func nickKeys(nick string) []string {
	return []string{"=" + folded(nick), "~" + wordsOf(nick)}
}

// keys returns the nicknames that fit a person: the name in any order, its first or its last word, and the person's names in other
// programs.
func (p *Person) keys() []string {
	mailbox, _, _ := strings.Cut(p.Email, "@")
	keys := []string{}
	for _, known := range []string{p.ID, p.Login, p.GitHub, p.Email, mailbox} {
		if known != "" {
			keys = append(keys, "="+folded(known))
		}
	}
	if words := nameWords(p.Name); len(words) > 0 {
		keys = append(keys, "~"+words[0], "~"+words[len(words)-1], "~"+wordsOf(p.Name))
	}
	return keys
}

// wordsOf returns the words of a name in alphabetical order.
func wordsOf(name string) string {
	words := nameWords(name)
	slices.Sort(words)
	return strings.Join(words, " ")
}

func nameWords(name string) []string {
	return strings.FieldsFunc(folded(name), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.-_", r) })
}
