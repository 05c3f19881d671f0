package api

// OverviewRequest asks for a whole list in a few numbers: what changed where, by which pass.
type OverviewRequest struct {
	Result int `json:"result"`
	// Picture asks for the list of the picture with the given folds opened; otherwise it is the list of both columns in
	// View.
	Picture bool    `json:"picture"`
	Opened  []int   `json:"opened"`
	View    RowView `json:"view"`
}

// OverviewResponse has at most 512 parts of equal length: part k begins at item k*Items/length.
type OverviewResponse struct {
	Items int `json:"items"`
	// Passes are those that are counted, in their order.
	Passes []string `json:"passes"`
	// Parts begin with the number of the first row in them, 0 if none has one, and the number of unchanged rows. Then
	// come pairs: a pass, as an index in Passes, and the number of rows that it removed, replaced, moved or added
	// there.
	Parts [][]int `json:"parts"`
}
