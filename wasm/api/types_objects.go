package api

// The list of all objects of a trace: what happens to each, and where it leaves.

// ObjectsRequest asks for objects of a result's picture.
type ObjectsRequest struct {
	Result int `json:"result"`
	// Search is a text that the names of an object or the line of its first row contain, whatever the case of letters; "" asks for all.
	Search string `json:"search"`
	// Fate asks for those of one fate only, as in ListedObject; "" asks for all.
	Fate string `json:"fate"`
	// Window is the range of the objects found that is requested, at most 1,000.
	Window Window `json:"window"`
}

// ObjectsResponse has them in the order of their first rows.
type ObjectsResponse struct {
	// All is the number of objects, Found the number of those with the fate that
	// contain the text.
	All   int `json:"all"`
	Found int `json:"found"`
	// Fates count those that contain the text by their fates.
	Fates FateCounts `json:"fates"`
	From  int        `json:"from"`
	// Rows are those that were asked for.
	Rows []ListedObject `json:"rows"`
}

// FateCounts count objects.
type FateCounts struct {
	Never  int `json:"never"`
	Late   int `json:"late"`
	Made   int `json:"made"`
	Before int `json:"before"`
}

// ListedObject is an object in the list.
type ListedObject struct {
	// ID is the number of its lifeline, Name its name in its first row, and At that row.
	ID   int    `json:"id"`
	Name string `json:"name"`
	At   RowRef `json:"at"`
	// Text is that row, empty if it is a parameter.
	Text []Span `json:"text"`
	// Fate is "never" if the result never makes it, "late" if it is made further down than it was recorded, "made" if it is
	// made there, and "before" if it was in memory before.
	Fate string `json:"fate"`
	// Words say in a sentence what happens to it and where it leaves.
	Words []Part `json:"words"`
}
