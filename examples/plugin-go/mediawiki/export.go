package mediawiki

import (
	"encoding/xml"
	"fmt"
	"strings"

	"example.com/quarry/plugin-go/wikitext"
)

// Namespaces by their numbers, which are the same in every wiki; their names are not.
const (
	filesNamespace      = "6"
	categoriesNamespace = "14"
)

// Namespaces whose pages people read: articles, the wiki about itself, help.
var readNamespaces = map[string]bool{"": true, "0": true, "4": true, "12": true}

// export follows the elements of a file and gives a page to the sink when it is complete.
type export struct {
	limits Limits
	sink   Sink
	// Names of the open elements.
	path []string
	// Text of the element that is open.
	text strings.Builder

	language     string
	hidden       map[string]bool
	namespaceKey string
	page         page
	pages        uint64
	leftOut      uint64
	tables       int
	hasText      bool
}

type page struct {
	title      string
	namespace  string
	isRedirect bool
	text       string
}

func newExport(limits Limits, sink Sink) *export {
	return &export{limits: limits, sink: sink, hidden: map[string]bool{"file": true, "image": true, "category": true}}
}

func (export *export) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return export.open(token)
	case xml.CharData:
		if export.text.Len()+len(token) > maxPageBytes {
			return &Failure{Limit, fmt.Sprintf("the page %q has more than %d MiB: split it", export.page.title, maxPageBytes>>20)}
		}
		export.text.Write(token)
	case xml.EndElement:
		return export.close(token.Name.Local)
	}
	return nil
}

func (export *export) open(element xml.StartElement) error {
	name := element.Name.Local
	if len(export.path) == 0 {
		if name != "mediawiki" {
			return wrongType("XML of another kind, <" + shortened(name) + ">")
		}
		export.language = attribute(element, "lang")
	}
	if len(export.path) == maxNesting {
		return &Failure{Limit, fmt.Sprintf("the export nests deeper than %d elements: it is no export of MediaWiki", maxNesting)}
	}
	export.path = append(export.path, name)
	export.text.Reset()
	switch name {
	case "page":
		export.page = page{}
	case "redirect":
		export.page.isRedirect = true
	case "namespace":
		export.namespaceKey = attribute(element, "key")
	}
	return nil
}

func (export *export) close(name string) error {
	export.path = export.path[:len(export.path)-1]
	text := export.text.String()
	export.text.Reset()
	switch name {
	case "sitename":
		return export.sink.Site(strings.TrimSpace(text), export.language)
	case "namespace":
		if export.namespaceKey == filesNamespace || export.namespaceKey == categoriesNamespace {
			export.hidden[strings.ToLower(strings.TrimSpace(text))] = true
		}
	case "title":
		export.page.title = strings.Join(strings.Fields(text), " ")
	case "ns":
		export.page.namespace = strings.TrimSpace(text)
	case "text":
		// Of several revisions the last one counts.
		export.page.text = text
	case "page":
		return export.endPage()
	}
	return nil
}

func (export *export) endPage() error {
	if export.page.isRedirect {
		return nil
	}
	if !readNamespaces[export.page.namespace] {
		export.leftOut++
		return nil
	}
	export.pages++
	if export.pages > export.limits.MaxPages {
		return &Failure{Limit, fmt.Sprintf("the export has more than %d pages: split it", export.limits.MaxPages)}
	}
	blocks := wikitext.Blocks(export.page.text, export.hidden)
	if export.page.title != "" {
		blocks = append([]wikitext.Block{{Kind: wikitext.Heading, Text: export.page.title, Level: 1}}, blocks...)
	}
	tables := 0
	for _, block := range blocks {
		export.hasText = true
		if block.Table > 0 {
			// Tables are counted by page there, by file here.
			tables = max(tables, block.Table)
			block.Table += export.tables
		}
		if err := export.sink.Block(export.pages, block); err != nil {
			return err
		}
	}
	export.tables += tables
	return export.sink.PageDone(export.pages)
}

// end comes after the last element: the decoder itself refuses a file that ends before.
func (export *export) end() error {
	if !export.hasText {
		return &Failure{Empty, "the export has no page with text: choose pages when you export"}
	}
	if export.leftOut > 0 {
		return export.sink.LeftOut(export.leftOut)
	}
	return nil
}

func attribute(element xml.StartElement, name string) string {
	for _, each := range element.Attr {
		if each.Name.Local == name {
			return each.Value
		}
	}
	return ""
}

func shortened(name string) string {
	const most = 40
	if characters := []rune(name); len(characters) > most {
		return string(characters[:most]) + "…"
	}
	return name
}
