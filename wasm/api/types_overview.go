package api

// OverviewRequest asks for the whole of a list in a few numbers: what went where, by which pass.
type OverviewRequest struct {
	Result int `json:"result"`
	// Picture asks for the list of the picture with the folds that are opened, else it is that of both columns in View.
	Picture bool    `json:"picture"`
	Opened  []int   `json:"opened"`
	View    RowView `json:"view"`
}

// OverviewResponse has at most 512 parts of equal length: part k begins at item k*Items/length.
type OverviewResponse struct {
	Items int `json:"items"`
	// Passes are those that are counted, in their order.
	Passes []string `json:"passes"`
	// Parts begin with the number of the first row in them, 0 if none has one, and how many rows are as they were. Then
	// come pairs: a pass, by its place in Passes, and how many rows it removed, replaced, moved or added there.
	Parts [][]int `json:"parts"`
}
