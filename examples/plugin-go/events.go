package main

import (
	"fmt"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	pluginv1 "example.com/quarry/plugin-go/gen/quarry/plugin/v1"
	"example.com/quarry/plugin-go/mediawiki"
	"example.com/quarry/plugin-go/wikitext"
)

// Events are sent in messages of about this size. The host takes up to 4 MiB, which no event reaches: a wiki page has at most
// two, and what is between the cells of a row makes them three.
const messageBytes = 256 * 1024

var kinds = map[wikitext.Kind]pluginv1.ParsedBlock_Kind{
	wikitext.Heading:     pluginv1.ParsedBlock_KIND_HEADING,
	wikitext.Paragraph:   pluginv1.ParsedBlock_KIND_PARAGRAPH,
	wikitext.ListItem:    pluginv1.ParsedBlock_KIND_LIST_ITEM,
	wikitext.TableHeader: pluginv1.ParsedBlock_KIND_TABLE_HEADER,
	wikitext.TableRow:    pluginv1.ParsedBlock_KIND_TABLE_ROW,
	wikitext.Code:        pluginv1.ParsedBlock_KIND_CODE,
}

// eventWriter sends what an export holds to the host, some events at a time.
type eventWriter struct {
	stream         pluginv1.ParserService_ParseServer
	charactersLeft uint64
	pending        []*pluginv1.ParserEvent
	pendingBytes   int
}

func (writer *eventWriter) Site(name, language string) error {
	info := &pluginv1.ParsedDocumentInfo{}
	if name != "" {
		info.Title = proto.String(name)
	}
	if language != "" {
		info.Language = proto.String(language)
	}
	return writer.writeInfo(info)
}

func (writer *eventWriter) Block(page uint64, block wikitext.Block) error {
	characters := uint64(utf8.RuneCountInString(block.Text))
	if characters > writer.charactersLeft {
		return &mediawiki.Failure{Reason: mediawiki.Limit, Message: "the export has more text than a document may have: split it"}
	}
	writer.charactersLeft -= characters
	parsed := &pluginv1.ParsedBlock{Kind: kinds[block.Kind], Text: block.Text, Page: proto.Uint32(uint32(page))}
	if block.Level > 0 {
		parsed.Level = proto.Uint32(uint32(block.Level))
	}
	if block.Table > 0 {
		parsed.TableId = proto.Uint32(uint32(block.Table))
	}
	return writer.write(&pluginv1.ParserEvent{Kind: &pluginv1.ParserEvent_Block{Block: parsed}})
}

func (writer *eventWriter) PageDone(page uint64) error {
	// How many there are is known at the end only.
	progress := &pluginv1.ParseProgress{Done: page}
	return writer.write(&pluginv1.ParserEvent{Kind: &pluginv1.ParserEvent_Progress{Progress: progress}})
}

func (writer *eventWriter) LeftOut(pages uint64) error {
	warning := fmt.Sprintf("%d pages that are no articles (talk, files, templates and the like) were left out", pages)
	return writer.writeInfo(&pluginv1.ParsedDocumentInfo{Warnings: []string{warning}})
}

func (writer *eventWriter) writeInfo(info *pluginv1.ParsedDocumentInfo) error {
	return writer.write(&pluginv1.ParserEvent{Kind: &pluginv1.ParserEvent_Info{Info: info}})
}

func (writer *eventWriter) write(event *pluginv1.ParserEvent) error {
	writer.pending = append(writer.pending, event)
	writer.pendingBytes += proto.Size(event)
	if writer.pendingBytes < messageBytes {
		return nil
	}
	return writer.flush()
}

func (writer *eventWriter) flush() error {
	if len(writer.pending) == 0 {
		return nil
	}
	response := &pluginv1.ParseResponse{Events: writer.pending}
	writer.pending, writer.pendingBytes = nil, 0
	return writer.stream.Send(response)
}
