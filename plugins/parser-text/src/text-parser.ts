import { ParserBudget, type ParserV1 } from "@quarry/plugin";
import { parseCode } from "./code/parse-code.ts";
import { kindOf } from "./file-kinds.ts";
import { parseNotebook } from "./notebook/parse-notebook.ts";
import { openText } from "./open-text.ts";
import { parseDelimited } from "./delimited/parse-delimited.ts";
import { parseJson } from "./json/parse-json.ts";
import { parseMarkdown } from "./markdown/parse-markdown.ts";
import { parsePlainText } from "./plain/parse-plain-text.ts";
import { parseRst } from "./rst/parse-rst.ts";
import { parseXml } from "./xml/parse-xml.ts";
import type { TextSettings } from "./text-settings.ts";

/** Reads text files as a stream. Only the extension decides which structure to look for. */
export const textParser = (settings: TextSettings): ParserV1 => ({
  parse: (source, limits) => {
    // Each reader opens the file itself: a wrapping generator would cost more than reading a table row.
    const open = () => openText(source, settings);
    const budget = new ParserBudget(limits);
    switch (kindOf(source.fileType)) {
      case "markdown":
        return parseMarkdown(open, budget, limits);
      case "delimited":
        return parseDelimited(open, budget, source.fileType === "tsv" ? "tsv" : "csv", settings);
      case "json":
        return parseJson(open, budget, settings);
      case "xml":
        return parseXml(open, budget, settings);
      case "code":
        return parseCode(open, budget, settings);
      case "notebook":
        return parseNotebook(open, budget, limits);
      case "rst":
        return parseRst(open, budget, settings);
      case "plain":
        return parsePlainText(open, budget, settings);
    }
  },
});
