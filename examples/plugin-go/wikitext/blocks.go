// Package wikitext reads the markup of MediaWiki pages as plain text with its structure. Templates are not expanded.
package wikitext

import (
	"regexp"
	"strings"
)

// Kind says what a block is.
type Kind int

// What blocks there are.
const (
	Heading Kind = iota
	Paragraph
	ListItem
	TableHeader
	TableRow
	Code
)

// Block is a piece of a page, in reading order. Its text is never blank.
type Block struct {
	Kind Kind
	Text string
	// Depth of a heading, 1 to 6.
	Level int
	// Which of the page's tables a row belongs to, from 1.
	Table int
}

var (
	code    = regexp.MustCompile(`(?is)<(?:pre|syntaxhighlight|source)(?:\s[^>]*)?>(.*?)</(?:pre|syntaxhighlight|source)\s*>`)
	heading = regexp.MustCompile(`^(={1,6})\s*(.+?)\s*(={1,6})\s*$`)
)

// Blocks reads a page. Links whose target begins with one of the namespaces (in lower case, such as "file") are left out.
func Blocks(text string, hidden map[string]bool) []Block {
	reader := &pageReader{hidden: hidden}
	text = comment.ReplaceAllString(text, "")
	end := 0
	for _, match := range code.FindAllStringSubmatchIndex(text, -1) {
		reader.readMarkup(text[end:match[0]])
		reader.add(Block{Kind: Code, Text: cleanCode(text[match[2]:match[3]])})
		end = match[1]
	}
	reader.readMarkup(text[end:])
	return reader.blocks
}

type pageReader struct {
	hidden    map[string]bool
	blocks    []Block
	paragraph []string
	table     tableReader
}

func (reader *pageReader) readMarkup(markup string) {
	for line := range strings.Lines(withoutTemplates(notes.ReplaceAllString(markup, ""))) {
		reader.readLine(strings.TrimRight(line, "\r\n"))
	}
	reader.endParagraph()
	reader.endRow()
	reader.table.depth = 0
}

func (reader *pageReader) readLine(line string) {
	trimmed := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(trimmed, "{|"):
		reader.endParagraph()
		reader.endRow()
		reader.table.open()
	case reader.table.depth > 0:
		reader.readTableLine(trimmed)
	case trimmed == "" || strings.HasPrefix(trimmed, "----"):
		reader.endParagraph()
	case reader.readHeading(trimmed):
	case strings.ContainsRune("*#;:", rune(line[0])):
		reader.endParagraph()
		reader.add(Block{Kind: ListItem, Text: reader.inline(strings.TrimLeft(line, "*#;: "))})
	default:
		reader.paragraph = append(reader.paragraph, trimmed)
	}
}

func (reader *pageReader) readHeading(line string) bool {
	match := heading.FindStringSubmatch(line)
	if match == nil {
		return false
	}
	reader.endParagraph()
	// Level 1 is the page's title.
	level := max(2, min(len(match[1]), len(match[3])))
	reader.add(Block{Kind: Heading, Text: reader.inline(match[2]), Level: level})
	return true
}

func (reader *pageReader) readTableLine(line string) {
	switch {
	case strings.HasPrefix(line, "|}"):
		reader.endRow()
		reader.table.depth--
	case strings.HasPrefix(line, "|-"):
		reader.endRow()
	case strings.HasPrefix(line, "|+"):
		reader.endRow()
		reader.add(Block{Kind: Paragraph, Text: reader.inline(cellText(line[2:]))})
	default:
		reader.table.addLine(line)
	}
}

func (reader *pageReader) endParagraph() {
	if len(reader.paragraph) == 0 {
		return
	}
	reader.add(Block{Kind: Paragraph, Text: reader.inline(strings.Join(reader.paragraph, " "))})
	reader.paragraph = nil
}

func (reader *pageReader) endRow() {
	cells, isHeader := reader.table.takeRow()
	texts := make([]string, 0, len(cells))
	isBlank := true
	for _, cell := range cells {
		text := reader.inline(cell)
		isBlank = isBlank && text == ""
		texts = append(texts, text)
	}
	if isBlank {
		return
	}
	kind := TableRow
	if isHeader {
		kind = TableHeader
	}
	reader.add(Block{Kind: kind, Text: strings.Join(texts, " | "), Table: reader.table.number})
}

func (reader *pageReader) add(block Block) {
	if strings.TrimSpace(block.Text) != "" {
		reader.blocks = append(reader.blocks, block)
	}
}
