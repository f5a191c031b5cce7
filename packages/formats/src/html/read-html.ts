import type { ParserEvent } from "@quarry/plugin";
import { Parser } from "htmlparser2";
import type { HtmlBlocks } from "./html-blocks.ts";

/**
 * Reads a page as a stream of tags, as tolerantly as a browser. No script is run and nothing is loaded. Several pages
 * can be read into one `blocks`, one after the other. In XHTML (`isXhtml`, default false) any element can be
 * self-closing: parsed as HTML, a `<title/>` would swallow the page.
 */
export async function* readHtml(
  segments: AsyncIterable<string> | Iterable<string>,
  blocks: HtmlBlocks,
  { isXhtml = false }: { readonly isXhtml?: boolean } = {},
): AsyncGenerator<ParserEvent> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => blocks.openTag(name, attributes),
      onclosetag: (name) => blocks.closeTag(name),
      ontext: (text) => blocks.addText(text),
    },
    { recognizeSelfClosing: isXhtml },
  );
  for await (const buffer of segments) {
    parser.write(buffer);
    yield* blocks.take();
  }
  parser.end();
  blocks.end();
  yield* blocks.take();
}
