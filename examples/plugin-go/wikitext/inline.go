package wikitext

import (
	"html"
	"regexp"
	"strings"
	"unicode"
)

var (
	// One that is never closed takes all the rest, as in MediaWiki.
	comment = regexp.MustCompile(`(?s)<!--.*?(?:-->|\z)`)
	// Footnotes and galleries: no part of the running text.
	notes = regexp.MustCompile(`(?is)<ref(?:\s[^<>]*)?/>|<ref(?:\s[^<>]*)?>.*?</ref\s*>|<gallery(?:\s[^>]*)?>.*?</gallery\s*>`)

	innermostLink = regexp.MustCompile(`\[\[([^\[\]]*)\]\]`)
	externalLink  = regexp.MustCompile(`\[(?:https?:)?//[^\s\]]+(?:\s+([^\]]*))?\]`)
	emphasis      = regexp.MustCompile(`'{2,5}`)
	lineBreak     = regexp.MustCompile(`(?i)<br\s*/?>`)
	tag           = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
	behaviour     = regexp.MustCompile(`__[A-Z]+__`)
)

// A picture's caption may hold links, and a link's label hardly anything that is nested deeper.
const linkDepth = 3

// inline is the plain text of running markup, on one line.
func (reader *pageReader) inline(markup string) string {
	text := markup
	for range linkDepth {
		text = innermostLink.ReplaceAllStringFunc(text, func(link string) string {
			return reader.linkText(link[2 : len(link)-2])
		})
	}
	text = externalLink.ReplaceAllString(text, "$1")
	text = emphasis.ReplaceAllString(text, "")
	text = tag.ReplaceAllString(lineBreak.ReplaceAllString(text, " "), "")
	text = html.UnescapeString(behaviour.ReplaceAllString(text, ""))
	return strings.Join(strings.Fields(printable(text)), " ")
}

// linkText is a link's label, else its target; nothing for a picture or a category.
func (reader *pageReader) linkText(content string) string {
	target, _, _ := strings.Cut(content, "|")
	namespace, _, hasNamespace := strings.Cut(target, ":")
	if hasNamespace && reader.hidden[strings.ToLower(strings.TrimSpace(namespace))] {
		return ""
	}
	if bar := strings.LastIndexByte(content, '|'); bar >= 0 {
		return content[bar+1:]
	}
	return strings.TrimPrefix(content, ":")
}

// withoutTemplates leaves out {{…}}, nested ones too. Braces that have no counterpart stay.
func withoutTemplates(text string) string {
	var kept strings.Builder
	var open []int
	end := 0
	for at := 0; at+1 < len(text); at++ {
		switch text[at : at+2] {
		case "{{":
			open = append(open, at)
			at++
		case "}}":
			if len(open) == 0 {
				continue
			}
			start := open[len(open)-1]
			open = open[:len(open)-1]
			if len(open) == 0 {
				kept.WriteString(text[end:start])
				end = at + 2
			}
			at++
		}
	}
	kept.WriteString(text[end:])
	return kept.String()
}

func cleanCode(text string) string {
	return strings.Trim(html.UnescapeString(printable(text)), "\n")
}

// printable leaves out control characters, and those that stand for broken bytes.
func printable(text string) string {
	return strings.Map(func(character rune) rune {
		if unicode.IsControl(character) && character != '\n' && character != '\t' {
			return -1
		}
		return character
	}, text)
}
