package api

import (
	"slices"

	"unbox/optimizer"
)

// A row that differs is shown with some rows around it, and long runs of others are folded.

const (
	// minFold is the length of the shortest run that is folded: folding a shorter one
	// would save nothing.
	minFold = 4
	// overviewParts is the maximum number of parts of an overview.
	overviewParts = 512
)

// rowLayout is the items of a view. If every row is one item, they are not stored.
type rowLayout struct {
	made, plain bool
	view        RowView
	rows        int
	items       []layoutItem
	// shownBy has the last item that shows each row, or in which it is folded.
	shownBy []int32
}

// len is the number of items.
func (l *rowLayout) len() int {
	if l.plain {
		return l.rows
	}
	return len(l.items)
}

func (l *rowLayout) item(i int) layoutItem {
	if l.plain {
		return layoutItem{row: int32(i), part: PartBoth}
	}
	return l.items[i]
}

// itemOf is the last item that shows a row, or in which it is folded.
func (l *rowLayout) itemOf(row int) int {
	if l.plain {
		return row
	}
	return int(l.shownBy[row])
}

// layoutItem is an item; folded is the number of rows in a fold, from row on.
type layoutItem struct {
	row, folded int32
	part        ItemPart
}

// layOut makes the items of a view, unless they exist.
func (c *comparedPoints) layOut(view RowView) {
	l := &c.layout
	if l.made && l.view.Context == view.Context && l.view.Unified == view.Unified && slices.Equal(l.view.Opened, view.Opened) {
		return
	}
	if *l = (rowLayout{made: true, view: view, rows: len(c.rows)}); view.Context < 0 && !view.Unified {
		l.plain = true
		return
	}
	l.items, l.shownBy = make([]layoutItem, 0, len(c.rows)), make([]int32, len(c.rows))
	kept := c.keptRows(view.Context)
	for row := 0; row < len(c.rows); {
		end := row
		for end < len(c.rows) && !kept[end] {
			end++
		}
		if end-row >= minFold && !slices.Contains(view.Opened, row) {
			for k := row; k < end; k++ {
				l.shownBy[k] = int32(len(l.items))
			}
			l.items = append(l.items, layoutItem{int32(row), int32(end - row), PartFold})
			row = end
			continue
		}
		for end = max(end, row+1); row < end; row++ {
			c.showRow(row)
		}
	}
}

// keptRows says which rows are not folded.
func (c *comparedPoints) keptRows(context int) []bool {
	kept := make([]bool, len(c.rows))
	until := 0
	for i := range c.rows {
		if context < 0 {
			kept[i] = true
			continue
		}
		if !isChange(c.rows[i].Kind) {
			continue
		}
		// What is already kept need not be set again.
		to := min(i+min(context, len(c.rows))+1, len(c.rows))
		for k := max(i-context, until); k < to; k++ {
			kept[k] = true
		}
		until = to
	}
	return kept
}

// showRow adds the items of a row.
func (c *comparedPoints) showRow(row int) {
	l, r := &c.layout, &c.rows[row]
	twoLines := r.Left >= 0 && r.Right >= 0 && (r.Kind == optimizer.DiffArgs || r.Kind == optimizer.DiffReplaced)
	if l.view.Unified && twoLines {
		l.items = append(l.items, layoutItem{row: int32(row), part: PartLeft}, layoutItem{row: int32(row), part: PartRight})
	} else {
		l.items = append(l.items, layoutItem{row: int32(row), part: PartBoth})
	}
	l.shownBy[row] = int32(len(l.items) - 1)
}

// overview counts what differs in parts of the items.
func (c *comparedPoints) overview() Layout {
	items := c.layout.len()
	parts := min(items, overviewParts)
	o := Layout{Items: items, Overview: make([]OverviewPart, parts)}
	for k := range parts {
		var n Changes
		for i := k * items / parts; i < (k+1)*items/parts; i++ {
			if item := c.layout.item(i); item.part != PartFold && item.part != PartLeft {
				n.add(c.rows[item.row].Kind)
			}
		}
		o.Overview[k] = OverviewPart(n)
	}
	return o
}

// maxWindow is the maximum number of items in one response.
const maxWindow = 1000

// page returns the items of a window.
func (c *comparedPoints) page(w Window) Page {
	items := c.layout.len()
	from := min(max(w.From, 0), items)
	return c.items(from, max(from, min(w.To, items, from+maxWindow)))
}

// items are some items of the layout.
func (c *comparedPoints) items(from, to int) Page {
	p := Page{From: from, Items: make([]Item, 0, to-from)}
	for i := from; i < to; i++ {
		item := c.layout.item(i)
		shown := Item{Part: item.part, Index: int(item.row), Folded: int(item.folded)}
		if item.part != PartFold {
			shown.Row = c.row(int(item.row))
		}
		p.Items = append(p.Items, shown)
	}
	return p
}
