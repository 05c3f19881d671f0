package api

// DescribeResponse is everything that is known without a trace.
type DescribeResponse struct {
	Version    string       `json:"version"`
	Operations []Operation  `json:"operations"`
	Passes     []PassInfo   `json:"passes"`
	Presets    []PresetInfo `json:"presets"`
	Rules      []RuleInfo   `json:"rules"`
	Reasons    []ReasonInfo `json:"reasons"`
	Examples   []Example    `json:"examples"`
}

// Operation is one row of the operation table, for help cards and completion.
type Operation struct {
	// Name is the canonical name, e.g. "int_add".
	Name string `json:"name"`
	// Names are all spellings, the canonical one first.
	Names []string `json:"names"`
	// Signature shows how it is written, e.g. "int_add(int, int) → int".
	Signature string `json:"signature"`
	// Group is the heading under which help lists it, e.g. "integer".
	Group string `json:"group"`
	// Effect is "pure", "read", "write", "allocate", "guard", "control",
	// "visible", "bookkeeping" or "opaque".
	Effect string `json:"effect"`
	// Doc is one sentence of meaning.
	Doc string `json:"doc"`
	// Example is one line of a trace that uses it.
	Example string `json:"example"`
}

// PassInfo describes one pass.
type PassInfo struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Doc is one sentence; Why says why the pass has its place in the pipeline.
	Doc string `json:"doc"`
	Why string `json:"why"`
}

// PresetInfo is a named set of passes.
type PresetInfo struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Passes []string `json:"passes"`
}

// RuleInfo is one rewrite rule.
type RuleInfo struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Doc  string `json:"doc"`
}

// ReasonInfo is one kind of reason that a remark can give.
type ReasonInfo struct {
	ID  string `json:"id"`
	Doc string `json:"doc"`
}

// Example is a trace that the page offers.
type Example struct {
	ID     string `json:"id"`
	Group  string `json:"group"`
	Title  string `json:"title"`
	Note   string `json:"note"`
	Text   string `json:"text"`
	Preset string `json:"preset"`
	Inputs string `json:"inputs"`
	// PyPy is what PyPy made from the trace, according to its log, if that is
	// known.
	PyPy string `json:"pypy,omitempty"`
}

// VersionResponse names the build.
type VersionResponse struct {
	Version string `json:"version"`
	Go      string `json:"go"`
}

// ErrorResponse is returned instead of any other response when the request
// itself cannot be used (unknown function, malformed JSON, too large).
type ErrorResponse struct {
	Error string `json:"error"`
}
