package wikitext

import "strings"

// tableReader gathers the cells of a row. A table within a cell goes on as rows of the table around it.
type tableReader struct {
	depth  int
	number int
	// Each cell's lines.
	cells    [][]string
	isHeader bool
}

func (table *tableReader) open() {
	if table.depth == 0 {
		table.number++
	}
	table.depth++
}

func (table *tableReader) addLine(line string) {
	switch {
	case strings.HasPrefix(line, "!"):
		table.addCells(strings.Split(strings.ReplaceAll(line[1:], "||", "!!"), "!!"), true)
	case strings.HasPrefix(line, "|"):
		table.addCells(strings.Split(line[1:], "||"), false)
	case len(table.cells) > 0:
		last := len(table.cells) - 1
		table.cells[last] = append(table.cells[last], line)
	}
}

// A row is a header when all of its cells are.
func (table *tableReader) addCells(cells []string, areHeaders bool) {
	table.isHeader = areHeaders && (len(table.cells) == 0 || table.isHeader)
	for _, cell := range cells {
		table.cells = append(table.cells, []string{cellText(cell)})
	}
}

func (table *tableReader) takeRow() (cells []string, isHeader bool) {
	for _, lines := range table.cells {
		cells = append(cells, strings.Join(lines, " "))
	}
	isHeader = table.isHeader
	table.cells, table.isHeader = nil, false
	return cells, isHeader
}

// cellText is what stands behind a cell's attributes: `style="…" | text`. The bar of a link is no such bar.
func cellText(cell string) string {
	bar := strings.IndexByte(cell, '|')
	if link := strings.Index(cell, "[["); bar < 0 || (link >= 0 && link < bar) {
		return cell
	}
	return cell[bar+1:]
}
