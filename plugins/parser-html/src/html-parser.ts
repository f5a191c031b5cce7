import {
  decodeTextFile,
  ParserBudget,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
} from "@quarry/plugin";
import { Parser } from "htmlparser2";
import { HtmlBlocks } from "./html-blocks.ts";
import { declaredEncoding } from "./html-encoding.ts";
import type { HtmlSettings } from "./html-settings.ts";

/** Reads HTML as a stream of tags, as forgiving as a browser; no script runs and nothing is loaded. */
export function htmlParser(settings: HtmlSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(source: ParserSource, limits: ParserLimits, settings: HtmlSettings): AsyncGenerator<ParserEvent> {
  const file = await decodeTextFile(source.path, {
    expected: "an HTML page",
    declared: declaredEncoding,
  });
  if (file.warnings.length > 0) yield { type: "info", info: { warnings: file.warnings } };
  const blocks = new HtmlBlocks(settings, new ParserBudget(limits));
  const parser = new Parser({
    onopentag: (name, attributes) => blocks.openTag(name, attributes),
    onclosetag: (name) => blocks.closeTag(name),
    ontext: (text) => blocks.addText(text),
  });
  for await (const chunk of file.chunks()) {
    parser.write(chunk);
    yield* blocks.take();
  }
  parser.end();
  blocks.end();
  yield* blocks.take();
}
