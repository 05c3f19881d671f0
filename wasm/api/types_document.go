package api

// DocumentRequest asks for a result as a document, as `unbox show` writes them.
type DocumentRequest struct {
	Result int `json:"result"`
	// Form is "html", one file that needs nothing else, or "columns", an SVG with both sides next to each other.
	Form  string `json:"form"`
	Title string `json:"title"`
	// Left and Right are the names of both sides.
	Left  string `json:"left"`
	Right string `json:"right"`
	// Theme is "light", "dark", or "" for what the reader's system has.
	Theme string `json:"theme"`
}

// DocumentResponse is the document.
type DocumentResponse struct {
	Text string `json:"text"`
}
