package playground

import (
	"net/http"

	"unbox/classroom/school"
)

// classOf returns the class of the path and who asks, if they may do everything in it; for others it answers and returns
// false.
func (m desk) classOf(w http.ResponseWriter, r *http.Request) (school.Account, *school.Class, bool) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return a, nil, false
	}
	c, err := m.school.Class(a, r.PathValue("class"), true)
	if err != nil {
		m.refuse(w, err)
	}
	return a, c, err == nil
}

// NewClass is the body of POST /teach/classes.
type NewClass struct {
	// ID is the page's own name of the request: a repeated one makes no second class.
	ID string `json:"id"`
	school.Settings
}

// make makes a class; the answer's word is its ID.
func (m desk) make(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body NewClass
	if a, ok := m.asked(w, r, v, &body); ok {
		id, err := m.school.Make(r.Context(), a, body.Settings, body.ID)
		m.link(w, id, err)
	}
}

func (m desk) do(w http.ResponseWriter, r *http.Request, v *visitor) {
	var act school.Act
	if a, ok := m.asked(w, r, v, &act); ok {
		m.done(w, m.school.Do(r.Context(), a, r.PathValue("class"), act))
	}
}

// suggest proposes a change of a learner's draft.
func (m desk) suggest(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body school.Suggesting
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.Suggest(r.Context(), a, r.PathValue("class"), body))
	}
}

// withdraw takes such a proposal back.
func (m desk) withdraw(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body school.Withdrawing
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.Withdraw(r.Context(), a, r.PathValue("class"), body))
	}
}

// ClassDeletion is the body of POST /teach/classes/CLASS/delete.
type ClassDeletion struct {
	// Force deletes the class even if no one has its current state in a file.
	Force bool `json:"force"`
}

// delete deletes a class, if its file was fetched.
func (m desk) delete(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body ClassDeletion
	if a, ok := m.asked(w, r, v, &body); ok {
		m.done(w, m.school.CloseClass(r.Context(), a, r.PathValue("class"), body.Force))
	}
}

// past answers with what a learner's draft was, for ?seat= and ?step=; those who may see the draft may see
// that.
func (m desk) past(w http.ResponseWriter, r *http.Request) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	v := m.download(w, r)
	if v == nil {
		return
	}
	defer v.grant.Release()
	c, err := m.school.Class(a, r.PathValue("class"), false)
	var moments []school.Moment
	if err == nil {
		moments, err = c.Past(r.Context(), r.URL.Query().Get("seat"), r.URL.Query().Get("step"))
	}
	if err != nil {
		m.refuse(w, err)
		return
	}
	v.downloaded(w, moments)
}

// roster answers with the roster of a class.
func (m desk) roster(w http.ResponseWriter, r *http.Request) {
	_, c, ok := m.classOf(w, r)
	if !ok {
		return
	}
	sayJSON(w, http.StatusOK, c.Roster())
}

// RosterFile is the body of POST /teach/classes/CLASS/roster.
type RosterFile struct {
	// File is the table, in base64.
	File []byte `json:"file"`
	// Remove takes those off the roster who are not in the file.
	Remove bool `json:"remove"`
	// Try only reports what would change in the roster.
	Try bool `json:"try"`
}

// RosterAnswer is the answer: how the file was read, and what has changed in the roster, or
// would change.
type RosterAnswer struct {
	// Wrong is why the file is no roster; then there is nothing else. It is set only in the
	// answer to a try.
	Wrong    string            `json:"wrong,omitempty"`
	Encoding string            `json:"encoding"`
	Columns  []school.Column   `json:"columns"`
	Plan     school.RosterPlan `json:"plan"`
}

// setRoster brings the roster of a class up to date.
func (m desk) setRoster(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body RosterFile
	a, c, ok := m.askedOfClass(w, r, v, &body)
	if !ok {
		return
	}
	file, err := school.ReadRoster(body.File)
	if err != nil && body.Try {
		sayJSON(w, http.StatusOK, RosterAnswer{Wrong: err.Error()})
		return
	}
	if err != nil {
		m.refuse(w, err)
		return
	}
	answer := RosterAnswer{Encoding: file.Encoding, Columns: file.Columns}
	if body.Try {
		answer.Plan = c.Plan(file)
	} else if answer.Plan, err = m.school.Import(r.Context(), a, c.ID(), file, body.Remove); err != nil {
		m.refuse(w, err)
		return
	}
	sayJSON(w, http.StatusOK, answer)
}

// list answers programs with the classes that a token is for.
func (m desk) list(w http.ResponseWriter, r *http.Request) {
	a, ok := m.signedIn(w, r)
	if !ok {
		return
	}
	sayJSON(w, http.StatusOK, m.school.Classes(a))
}

// results answers with the results of a class: as JSON, or with ?form= as CSV in the form that it names,
// with ?mark=yes with a byte order mark; ?form=all is everything that is kept about the class.
func (m desk) results(w http.ResponseWriter, r *http.Request) {
	a, c, ok := m.classOf(w, r)
	if !ok {
		return
	}
	report := c.Report()
	form, mark := r.URL.Query().Get("form"), r.URL.Query().Get("mark") == "yes"
	if form == school.ArchiveForm {
		m.archive(w, r, a, c.ID(), mark)
		return
	}
	switch err := report.CheckForm(form); {
	case form == "":
		sayJSON(w, http.StatusOK, report)
	case err != nil:
		m.refuse(w, err)
	default:
		w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
		w.Header().Set("Content-Disposition", `attachment; filename="class-`+c.ID()+"-"+form+`.csv"`)
		w.Header().Set("Cache-Control", "no-store")
		_ = report.WriteCSV(w, form, mark) // an error means that the client has gone
	}
}

// archive answers with everything that is kept about a class, as a ZIP file.
func (m desk) archive(w http.ResponseWriter, r *http.Request, a school.Account, class string, mark bool) {
	v := m.download(w, r)
	if v == nil {
		return
	}
	defer v.grant.Release()
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="class-`+class+`.zip"`)
	w.Header().Set("Cache-Control", "no-store")
	if m.school.SaveArchive(r.Context(), a, class, w, mark) != nil {
		panic(http.ErrAbortHandler) // to delete the class because of a file, its whole contents must have been fetched
	}
}
