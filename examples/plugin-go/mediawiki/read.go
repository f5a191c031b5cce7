// Package mediawiki reads XML exports of MediaWiki (Special:Export, dumpBackup.php) as a stream, a wiki page at a time.
package mediawiki

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"example.com/quarry/plugin-go/wikitext"
)

// Limits are the bounds that the host sets.
type Limits struct {
	// Wiki pages.
	MaxPages uint64
}

const (
	// MediaWiki's own limit unless it is told otherwise. A block is never longer than its page.
	maxPageBytes = 2 << 20
	// What one tag, text or comment may take while it is read: XML writes a sign as up to six (&quot;).
	maxTokenBytes = 8 * maxPageBytes
	// Exports nest five deep.
	maxNesting = 100

	headBytes = 512
)

// Sink takes what an export holds, in reading order.
type Sink interface {
	Site(name, language string) error
	Block(page uint64, block wikitext.Block) error
	// PageDone comes after the last block of a page.
	PageDone(page uint64) error
	// LeftOut comes at the end, if pages were left out: talk, files, templates and the like.
	LeftOut(pages uint64) error
}

// Read gives everything to the sink. A file that can't be read is a *Failure; other errors are those of file and sink.
func Read(file io.Reader, limits Limits, sink Sink) error {
	buffered := bufio.NewReader(file)
	if err := checkType(buffered); err != nil {
		return err
	}
	source := &boundedReader{Reader: buffered}
	decoder := xml.NewDecoder(source)
	// Exports are UTF-8 always; what says that it isn't was changed on the way.
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, corrupt("it says that it is " + shortened(charset) + " instead of UTF-8")
	}
	export := newExport(limits, sink)
	for {
		source.left = maxTokenBytes
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return export.end()
		}
		if source.err != nil {
			return source.err
		}
		if failure := new(Failure); errors.As(err, &failure) {
			return failure
		}
		if err != nil {
			line, _ := decoder.InputPos()
			return corrupt(fmt.Sprintf("its XML breaks off or is wrong in line %d", line))
		}
		if err := export.take(token); err != nil {
			return err
		}
	}
}

func corrupt(what string) *Failure {
	return &Failure{Corrupt, "the export is damaged: " + what + "; export it again"}
}

// checkType looks at the first bytes: what is no XML at all is named by what it is.
func checkType(file *bufio.Reader) error {
	head, err := file.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 {
		return &Failure{Empty, "the file is empty: there is nothing to read in it"}
	}
	if text[0] != '<' {
		return wrongType(http.DetectContentType(head))
	}
	_, err = file.Discard(len(head) - len(bytes.TrimPrefix(head, []byte("\ufeff"))))
	return err
}

func wrongType(found string) *Failure {
	found, _, _ = strings.Cut(found, ";")
	return &Failure{WrongType, "the file is not an XML export of MediaWiki but " + found + ": export pages with Special:Export"}
}

// boundedReader ends reading when one token takes more than is left: the decoder holds a token as a whole.
type boundedReader struct {
	*bufio.Reader
	left int
	// The file's own error, which the decoder may put in other words.
	err error
}

func (reader *boundedReader) ReadByte() (byte, error) {
	if reader.left == 0 {
		return 0, &Failure{Limit, fmt.Sprintf("the export has a text of more than %d MiB: split it", maxTokenBytes>>20)}
	}
	reader.left--
	character, err := reader.Reader.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) {
		reader.err = err
	}
	return character, err
}
