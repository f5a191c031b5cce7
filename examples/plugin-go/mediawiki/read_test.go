package mediawiki_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"example.com/quarry/plugin-go/mediawiki"
	"example.com/quarry/plugin-go/wikitext"
)

const export = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="de">
<siteinfo><sitename>Harbour wiki</sitename><namespaces><namespace key="6" case="first-letter">Datei</namespace></namespaces></siteinfo>
<page><title>Pilots</title><ns>0</ns><revision><text>old</text></revision>
<revision><text>[[Datei:Ship.jpg]]They board at &lt;b&gt;the buoy&lt;/b&gt;.</text></revision></page>
<page><title>Talk:Pilots</title><ns>1</ns><revision><text>no</text></revision></page>
<page><title>Pilot</title><ns>0</ns><redirect title="Pilots"/><revision><text>#REDIRECT [[Pilots]]</text></revision></page>
<page><title>Tides</title><ns>0</ns><revision><text>{|
| noon
|}</text></revision></page>
</mediawiki>`

// recorder writes down what it is given.
type recorder struct{ lines []string }

func (recorder *recorder) add(format string, values ...any) error {
	recorder.lines = append(recorder.lines, fmt.Sprintf(format, values...))
	return nil
}

func (recorder *recorder) Site(name, language string) error {
	return recorder.add("%s %s", name, language)
}

func (recorder *recorder) Block(page uint64, block wikitext.Block) error {
	return recorder.add("%d: %s", page, block.Text)
}
func (recorder *recorder) PageDone(page uint64) error { return recorder.add("%d done", page) }
func (recorder *recorder) LeftOut(pages uint64) error { return recorder.add("%d left out", pages) }

func TestRead(t *testing.T) {
	sink := &recorder{}
	if err := mediawiki.Read(strings.NewReader("\ufeff \n"+export), mediawiki.Limits{MaxPages: 2}, sink); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Harbour wiki de", "1: Pilots", "1: They board at the buoy.", "1 done", "2: Tides", "2: noon", "2 done", "1 left out",
	}
	if !reflect.DeepEqual(sink.lines, want) {
		t.Errorf("got %q, want %q", sink.lines, want)
	}
}

func TestFailures(t *testing.T) {
	tests := []struct {
		name, file string
		reason     mediawiki.Reason
	}{
		{"empty", " \n", mediawiki.Empty},
		{"without text", `<mediawiki><page><title> </title></page></mediawiki>`, mediawiki.Empty},
		{"a picture", "\x89PNG\r\n\x1a\n", mediawiki.WrongType},
		{"other XML", `<?xml version="1.0"?><rss/>`, mediawiki.WrongType},
		{"cut off", export[:400], mediawiki.Corrupt},
		{"another encoding", `<?xml version="1.0" encoding="latin1"?>` + export, mediawiki.Corrupt},
		{"another version", `<?xml version="1.1"?>` + export, mediawiki.Corrupt},
		{"too many pages", export + export, mediawiki.Limit},
		{"too deep", "<mediawiki>" + strings.Repeat("<a>", 200), mediawiki.Limit},
		{"a huge page", "<mediawiki><text>" + strings.Repeat("a", 3<<20), mediawiki.Limit},
		{"a huge tag", `<mediawiki a="` + strings.Repeat("a", 20<<20), mediawiki.Limit},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := mediawiki.Read(strings.NewReader(test.file), mediawiki.Limits{MaxPages: 2}, &recorder{})
			failure := new(mediawiki.Failure)
			if !errors.As(err, &failure) || failure.Reason != test.reason {
				t.Errorf("got %v, want reason %d", err, test.reason)
			}
		})
	}
}

// The stream's own error is the plugin's to tell, not a fault of the file.
func TestBrokenStream(t *testing.T) {
	broken := errors.New("the connection is lost")
	file := io.MultiReader(strings.NewReader(export[:400]), brokenReader{broken})
	if err := mediawiki.Read(file, mediawiki.Limits{MaxPages: 2}, &recorder{}); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
}

type brokenReader struct{ err error }

func (reader brokenReader) Read([]byte) (int, error) { return 0, reader.err }
