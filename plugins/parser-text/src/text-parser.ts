import { ParserBudget, type ParserV1 } from "@quarry/plugin";
import { openText } from "./open-text.ts";
import { parseDelimited } from "./delimited/parse-delimited.ts";
import { parseJson } from "./json/parse-json.ts";
import { parseMarkdown } from "./markdown/parse-markdown.ts";
import { parsePlainText } from "./plain/parse-plain-text.ts";
import { parseXml } from "./xml/parse-xml.ts";
import type { TextSettings } from "./text-settings.ts";

/** Reads text files as a stream; the extension alone says which structure to look for. */
export const textParser = (settings: TextSettings): ParserV1 => ({
  parse: (source, limits) => {
    // Each reader opens the file itself: a generator around a generator would cost more than reading a row of a table.
    const open = () => openText(source, settings);
    const budget = new ParserBudget(limits);
    switch (source.fileType) {
      case "md":
        return parseMarkdown(open, budget, limits);
      case "csv":
      case "tsv":
        return parseDelimited(open, budget, source.fileType, settings);
      case "json":
        return parseJson(open, budget, settings);
      case "xml":
        return parseXml(open, budget, settings);
      default:
        return parsePlainText(open, budget, settings);
    }
  },
});
