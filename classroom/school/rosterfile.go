package school

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
)

// This file reads the file of a roster: a table of people from another program.

// Limits of a roster.
const (
	// MaxRoster is the maximum length of a file in bytes, maxPeople the maximum number of
	// people on a roster.
	MaxRoster = 512 << 10
	maxPeople = 1000
	// maxRows and maxCells are the maximum numbers of rows, and of cells in a row, that are read: what is one comma in a file is a header in
	// the answer.
	maxRows  = 10 * maxPeople
	maxCells = 2000
	// maxRosterCell is the maximum length of a cell in characters, maxProblems the maximum number of lines with
	// reported problems.
	maxRosterCell = 200
	maxProblems   = 8
	// maxShown is the maximum length of a cell in a message.
	maxShown = 60
)

// Column says how a column of a file is read.
type Column struct {
	Header string `json:"header"`
	// Use is `id`, `name`, `first`, `last`, `email`, `login`, `sis`, `canvas`, `section` or `github`; "" if it is not read.
	Use string `json:"use"`
}

// Roster is the content of a file.
type Roster struct {
	// Encoding is the file's encoding: `UTF-8`, `UTF-16` or `Windows-1252`.
	Encoding string   `json:"encoding"`
	Columns  []Column `json:"columns"`
	People   []Person `json:"people"`
}

// columnUses are the known headers, in lower case with single spaces. They include those of GitHub Classroom, Moodle and Canvas.
var columnUses = map[string]string{
	"identifier": "id", "id number": "id", "idnumber": "id", "id-nummer": "id", "student id": "id", "student number": "id", "matriculation number": "id", "matrikelnummer": "id", "id": "id",
	"sis user id": "sis", "sis id": "sis",
	"login": "login", "username": "login", "user name": "login", "login id": "login", "sis login id": "login", "benutzername": "login", "anmeldename": "login",
	"email": "email", "email address": "email", "e-mail": "email", "e-mail address": "email", "mail": "email", "e-mail-adresse": "email",
	"first name": "first", "firstname": "first", "given name": "first", "vorname": "first",
	"last name": "last", "lastname": "last", "surname": "last", "family name": "last", "nachname": "last",
	"name": "name", "full name": "name", "display name": "name", "student": "name", "student name": "name", "last name, first name": "name", "name, vorname": "name", "nachname, vorname": "name",
	"section": "section", "sections": "section", "group": "section", "groups": "section", "gruppe": "section", "gruppen": "section",
	"github username": "github", "github": "github",
}

// identifies lists the uses that identify a person, the best first; without such columns, the name does. For each person it is the first cell that
// is not empty: Moodle's exports have a column `ID number` that many schools leave empty, and Canvas knows no SIS ID of somebody who was added by
// hand.
var identifies = []string{"id", "sis", "canvas", "login", "email", "github"}

// ReadRoster reads a table of people: comma-separated values, with commas, semicolons or tabs, or a list of names, one on a line.
//
// Errors: what was expected in which line, and what was found; then nothing of the file is
// used.
func ReadRoster(file []byte) (Roster, error) {
	if len(file) > MaxRoster {
		return Roster{}, fmt.Errorf("expected a roster of at most %d KiB, found %d", MaxRoster>>10, (len(file)+1023)>>10)
	}
	r := Roster{People: []Person{}}
	text, name, err := decodeText(file)
	if err != nil {
		return r, err
	}
	r.Encoding = name
	rows, lines, err := readRows(text)
	if err != nil {
		return r, err
	}
	if len(rows) == 0 {
		return r, errors.New("expected a table with a row for each person, found nothing")
	}
	r.Columns = columnsOf(rows[0])
	switch {
	case slices.ContainsFunc(r.Columns, func(c Column) bool { return c.Use != "" }):
		rows, lines = rows[1:], lines[1:]
	case len(rows[0]) == 1:
		r.Columns = []Column{{"", "name"}}
	default:
		return r, fmt.Errorf("line %d: expected headers such as `id`, `name`, `email` or `identifier`, found `%s`", lines[0], short(strings.Join(rows[0], "`, `"), maxShown))
	}
	return r, r.read(rows, lines)
}

// decodeText returns a file's text in the encoding of any usual program.
func decodeText(file []byte) (text, name string, err error) {
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")), bytes.HasPrefix(file, []byte("\xfe\xff")):
		from, name = utf.UTF16(utf.LittleEndian, utf.ExpectBOM), "UTF-16"
	case utf8.Valid(file):
		return string(bytes.TrimPrefix(file, []byte("\ufeff"))), "UTF-8", binary(file)
	default:
		from, name = charmap.Windows1252, "Windows-1252"
	}
	plain, err := from.NewDecoder().Bytes(file)
	if err != nil {
		return "", "", fmt.Errorf("expected a table as text, found something else: %w", err)
	}
	return string(plain), name, binary(plain)
}

// binary refuses files that are not text, such as a spreadsheet's.
func binary(text []byte) error {
	if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
		return errors.New("expected comma-separated values, found the file of a spreadsheet; save it as CSV")
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return errors.New("expected a table as text, found other data")
	}
	return nil
}

// readRows reads the rows that are not empty, each with its line number.
func readRows(text string) (rows [][]string, lines []int, err error) {
	skipped := 0
	if !strings.Contains(text, "\n") { // line ends of old Macs, and of spreadsheets for them
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	comma := separator(text)
	if first, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(strings.ToLower(first), "sep=") { // as spreadsheets say it
		text, skipped = rest, 1
	}
	read := csv.NewReader(strings.NewReader(text))
	read.Comma, read.FieldsPerRecord = comma, -1
	for {
		row, err := read.Read()
		if errors.Is(err, io.EOF) {
			return rows, lines, nil
		}
		var wrong *csv.ParseError
		switch {
		case errors.As(err, &wrong) && (errors.Is(wrong.Err, csv.ErrQuote) || errors.Is(wrong.Err, csv.ErrBareQuote)):
			return nil, nil, fmt.Errorf("line %d: expected a cell whose quotes begin and end it, with `\"\"` for a quote in it, found others", wrong.StartLine+skipped)
		case err != nil:
			return nil, nil, fmt.Errorf("expected a table, found this: %w", err)
		}
		line, _ := read.FieldPos(0)
		switch {
		case len(row) > maxCells:
			return nil, nil, fmt.Errorf("line %d: expected at most %d cells, found %d", line+skipped, maxCells, len(row))
		case len(rows) == maxRows:
			return nil, nil, fmt.Errorf("line %d: expected at most %d lines in a roster, found more", line+skipped, maxRows)
		}
		for i := range row {
			row[i] = plainCell(row[i])
		}
		if strings.Join(row, "") != "" {
			rows, lines = append(rows, row), append(lines, line+skipped)
		}
	}
}

// separator returns the one by which the first line that is not empty has the most headers that are known; of several, the one that stands there
// most often outside of quotes, and rather another one than the comma.
func separator(text string) rune {
	if after, found := strings.CutPrefix(strings.ToLower(text), "sep="); found && after != "" && strings.ContainsRune(",;\t", rune(after[0])) {
		return rune(after[0])
	}
	line, count := firstLine(text)
	best, most := ',', knownHeaders(line, ',')
	for _, c := range ";\t" {
		if known := knownHeaders(line, c); count[c] > 0 && (known > most || known == most && count[c] >= count[best]) {
			best, most = c, known
		}
	}
	return best
}

// firstLine returns the first line in which there is more than blanks, and how often each character stands in it outside of quotes.
func firstLine(text string) (line string, count map[rune]int) {
	blanks := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	text = text[strings.LastIndexByte(text[:blanks], '\n')+1:]
	count, quoted := map[rune]int{}, false
	for at, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			return text[:at], count
		default:
			count[c]++
		}
	}
	return text, count
}

// knownHeaders is how many headers with a use a line has, divided by a separator.
func knownHeaders(line string, comma rune) (known int) {
	read := csv.NewReader(strings.NewReader(line))
	read.Comma = comma
	headers, err := read.Read()
	if err != nil || len(headers) > maxCells {
		return 0
	}
	for _, c := range columnsOf(headers) {
		if c.Use != "" {
			known++
		}
	}
	return known
}

// plainCell returns a cell on one line, without invisible characters.
func plainCell(cell string) string {
	cell = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r != utf8.RuneError && (unicode.IsPrint(r) || unicode.IsSpace(r)) {
			return r
		}
		return -1
	}, cell)), " ")
	if rest, found := strings.CutPrefix(cell, "'"); found && rest != "" && inert(rest) != rest {
		return rest // as this program writes it
	}
	return cell
}

// columnsOf reads headers. Each use is taken once: the first column that has it. `Name` is the last name where there is a column of first names and
// none of last names, as in German lists.
func columnsOf(headers []string) []Column {
	var columns []Column
	bare := -1
	taken := map[string]bool{}
	canvas := slices.ContainsFunc(headers, func(h string) bool { return strings.HasPrefix(strings.ToLower(h), "sis ") })
	for _, header := range headers {
		known := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(header, "_", " ")), " "))
		use := columnUses[known]
		if canvas && known == "id" {
			use = "canvas"
		}
		if taken[use] {
			use = ""
		}
		if use == "name" && known == "name" {
			bare = len(columns)
		}
		taken[use] = true
		columns = append(columns, Column{header, use})
	}
	if bare >= 0 && taken["first"] && !taken["last"] {
		columns[bare].Use = "last"
	}
	return columns
}

// read makes people from rows.
func (r *Roster) read(rows [][]string, lines []int) error {
	uses := map[string]int{}
	for i, c := range r.Columns {
		if c.Use != "" {
			uses[c.Use] = i
		}
	}
	by := slices.DeleteFunc(slices.Clone(identifies), func(use string) bool { _, found := uses[use]; return !found })
	if len(by) == 0 {
		by = []string{"name"}
	}
	seen := map[string]int{}
	var wrong []string
	more := 0
	for i, row := range rows {
		cell := func(use string) string {
			if at, found := uses[use]; found && at < len(row) {
				return row[at]
			}
			return ""
		}
		row = row[:filled(row)]
		if nobody(cell, uses) {
			continue
		}
		p, err := personOf(cell, by, len(row), len(r.Columns))
		if err == nil && seen[p.ID] > 0 {
			err = fmt.Errorf("expected each person once, found `%s` of line %d again", short(p.ID, maxShown), seen[p.ID])
		}
		switch {
		case err != nil && len(wrong) == maxProblems:
			more++
			continue
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("line %d: %v", lines[i], err))
			continue
		}
		seen[p.ID] = lines[i]
		r.People = append(r.People, p)
	}
	switch {
	case more > 0:
		return fmt.Errorf("%s\nand %d more lines", strings.Join(wrong, "\n"), more)
	case len(wrong) > 0:
		return errors.New(strings.Join(wrong, "\n"))
	case len(r.People) == 0:
		return errors.New("expected a row for each person, found only headers")
	case len(r.People) > maxPeople:
		return fmt.Errorf("expected at most %d people on a roster, found %d", maxPeople, len(r.People))
	}
	return nil
}

// filled is how many cells a row has without empty ones at its end, which spreadsheets write.
func filled(row []string) int {
	n := len(row)
	for n > 0 && row[n-1] == "" {
		n--
	}
	return n
}

// nobody reports whether a row is about nobody: Canvas writes rows about its assignments below the headers, one of which says how many points are
// possible.
func nobody(cell func(use string) string, uses map[string]int) bool {
	for use := range uses {
		if text := cell(use); text != "" && !(use == "name" && strings.EqualFold(text, "points possible")) {
			return false
		}
	}
	return true
}

// personOf makes a person from a row's cells.
func personOf(cell func(use string) string, by []string, found, columns int) (Person, error) {
	p := Person{
		Name: cell("name"), Email: cell("email"), Login: cell("login"), SIS: cell("sis"), Canvas: cell("canvas"), Section: cell("section"), GitHub: cell("github"),
	}
	if p.Name == "" {
		p.Name = strings.TrimSpace(cell("first") + " " + cell("last"))
	}
	for _, use := range by {
		p.ID = cmp.Or(p.ID, cell(use))
	}
	if p.ID != "" && p.ID == cell("id") && p.named() {
		p.Number = p.ID
	}
	if by[0] == "name" {
		p.ID = p.Name
	}
	if p.Name == "" {
		p.Name = p.ID
	}
	if found > columns {
		return p, fmt.Errorf("expected at most %d cells, found %d", columns, found)
	}
	if p.ID == "" {
		return p, fmt.Errorf("expected a cell by which the person is found again (`%s`), found %s", strings.Join(by, "`, `"), map[bool]string{true: "an empty one", false: "empty ones"}[len(by) == 1])
	}
	for _, text := range []string{p.ID, p.Name, p.Email, p.Login, p.SIS, p.Canvas, p.Section, p.GitHub} {
		if n := utf8.RuneCountInString(text); n > maxRosterCell {
			return p, fmt.Errorf("expected cells of at most %d characters, found %d", maxRosterCell, n)
		}
	}
	return p, nil
}
