import {
  decodeTextFile,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
} from "@quarry/plugin";
import { declaredEncoding, HtmlBlocks, readHtml } from "@quarry/formats/html";
import type { HtmlSettings } from "./html-settings.ts";

/** Parses HTML as a stream of tags, as tolerantly as a browser. No script is run and nothing is loaded. */
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
  yield* readHtml(file.chunks(), blocks, { isXhtml: source.fileType === "xhtml" });
  if (blocks.isMadeByScripts) {
    throw new ParserError(
      "empty",
      "the page has no text without its scripts, which are not run: save the rendered page as HTML or PDF and upload that",
    );
  }
}
