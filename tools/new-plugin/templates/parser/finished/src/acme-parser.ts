import { ParserBudget, type ParserV1 } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";
import { readParagraphs } from "./read-paragraphs.ts";
import { toBlock } from "./to-block.ts";

/** Text with headings as `= Chapter` and `== Section`, and empty lines between paragraphs. */
export const acmeParser = (settings: AcmeSettings): ParserV1 => ({
  async *parse(source, limits) {
    const budget = new ParserBudget(limits);
    for await (const paragraph of readParagraphs(source.path, budget)) {
      const block = toBlock(paragraph, settings);
      if (block !== undefined) yield { type: "block", block };
    }
  },
});
