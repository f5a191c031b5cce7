package wikitext_test

import (
	"reflect"
	"strings"
	"testing"

	"example.com/quarry/plugin-go/wikitext"
)

func TestBlocks(t *testing.T) {
	paragraph := func(text string) wikitext.Block { return wikitext.Block{Kind: wikitext.Paragraph, Text: text} }
	tests := []struct {
		name, markup string
		want         []wikitext.Block
	}{
		{"lines are one paragraph until a blank one", "One\ntwo.\n\nThree.", []wikitext.Block{paragraph("One two."), paragraph("Three.")}},
		{"emphasis, links and entities", "The '''[[Harbour (town)|harbour]]''' of [[Kiel]] &amp; [https://a.example the sea].", []wikitext.Block{
			paragraph("The harbour of Kiel & the sea."),
		}},
		{"pictures and categories", "[[File:Ship.jpg|thumb|A [[ship]] at sea]]Text.\n[[Category:Ships]]", []wikitext.Block{paragraph("Text.")}},
		{"templates, notes and comments", "A{{box|{{inner}}|x=1}}B<ref name=\"x\">note</ref><ref name=x />C<!-- no -->D", []wikitext.Block{
			paragraph("ABCD"),
		}},
		{"braces without a counterpart stay", "a }} b {{ c", []wikitext.Block{paragraph("a }} b {{ c")}},
		{"headings", "= Top =\n== Second ==\n==== Fourth ====", []wikitext.Block{
			{Kind: wikitext.Heading, Text: "Top", Level: 2},
			{Kind: wikitext.Heading, Text: "Second", Level: 2},
			{Kind: wikitext.Heading, Text: "Fourth", Level: 4},
		}},
		{"lists", "* one\n** two\n# three", []wikitext.Block{
			{Kind: wikitext.ListItem, Text: "one"}, {Kind: wikitext.ListItem, Text: "two"}, {Kind: wikitext.ListItem, Text: "three"},
		}},
		{"code", "Before\n<syntaxhighlight lang=\"go\">\nif a {{ b\n</syntaxhighlight>\nafter", []wikitext.Block{
			paragraph("Before"), {Kind: wikitext.Code, Text: "if a {{ b"}, paragraph("after"),
		}},
		{"tables", "{| class=\"x\"\n|+ Tides\n! Day !! High\n|-\n| Monday || style=\"x\" | [[Kiel|4 m]]\n|-\n|\n|}\nafter\n{|\n| b\n|}", []wikitext.Block{
			paragraph("Tides"),
			{Kind: wikitext.TableHeader, Text: "Day | High", Table: 1},
			{Kind: wikitext.TableRow, Text: "Monday | 4 m", Table: 1},
			paragraph("after"),
			{Kind: wikitext.TableRow, Text: "b", Table: 2},
		}},
		{"a table that never ends", "{|\n| a", []wikitext.Block{{Kind: wikitext.TableRow, Text: "a", Table: 1}}},
		{"nothing", " \n{{only a template}}\n", nil},
	}
	hidden := map[string]bool{"file": true, "category": true}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := wikitext.Blocks(test.markup, hidden); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// A large page must not take minutes, whatever is in it.
func TestHostileMarkup(t *testing.T) {
	const size = 256 << 10
	for _, part := range []string{"{{", "}}", "[[", "[[a|", "]]", "<ref>", "<!--", "{|\n", "||", "!!", "'", "=", "<pre>", "[//a ", "|\n", "* \n", "x\n"} {
		t.Run("in a table "+part, func(*testing.T) { wikitext.Blocks("{|\n|"+strings.Repeat(part, size/len(part)), nil) })
		t.Run("outside "+part, func(*testing.T) { wikitext.Blocks(strings.Repeat(part, size/len(part)), nil) })
	}
}

// The text of a block must fit into one message to the host.
func TestLargestRow(t *testing.T) {
	const page = 2 << 20
	row := "{|\n|a" + strings.Repeat("||", page/2)
	for _, block := range wikitext.Blocks(row, nil) {
		if len(block.Text) > 3*page/2+16 {
			t.Errorf("a page of %d bytes gave a block of %d", page, len(block.Text))
		}
	}
}
