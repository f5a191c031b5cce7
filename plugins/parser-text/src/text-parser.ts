import { ParserBudget, type ParserEvent, type ParserLimits, type ParserSource, type ParserV1 } from "@quarry/plugin";
import { openText } from "./open-text.ts";
import { parseDelimited } from "./delimited/parse-delimited.ts";
import { parseMarkdown } from "./markdown/parse-markdown.ts";
import { parsePlainText } from "./plain/parse-plain-text.ts";
import type { TextSettings } from "./text-settings.ts";

/** Reads text files as a stream; the extension alone says which structure to look for. */
export function textParser(settings: TextSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(source: ParserSource, limits: ParserLimits, settings: TextSettings): AsyncGenerator<ParserEvent> {
  const file = await openText(source, settings);
  const budget = new ParserBudget(limits);
  switch (source.fileType) {
    case "md":
      return yield* parseMarkdown(file, budget, limits);
    case "csv":
    case "tsv":
      return yield* parseDelimited(file, budget, source.fileType, settings);
    default:
      return yield* parsePlainText(file, budget, settings);
  }
}
