import type { ParsedBlock } from "@quarry/plugin";
import type { PageText } from "../engine/page-text.ts";
import type { DocumentProfile } from "./document-profile.ts";
import { paragraphs } from "./paragraphs.ts";
import { tableRuns } from "./table-runs.ts";
import { textLines } from "./text-line.ts";

/** Turns pages into blocks; counts the tables of the document. */
export class PageBlocks {
  readonly #profile: DocumentProfile;
  readonly #dropRepeated: boolean;
  #tables = 0;

  constructor(profile: DocumentProfile, dropRepeated: boolean) {
    this.#profile = profile;
    this.#dropRepeated = dropRepeated;
  }

  *read(pageText: PageText, page: number): Generator<ParsedBlock> {
    const kept = this.#dropRepeated ? this.#profile.dropRepeated(pageText) : pageText.lines;
    for (const run of tableRuns(textLines(kept))) {
      if (run.kind === "text") {
        for (const block of paragraphs(run.lines, this.#profile)) yield { ...block, page };
        continue;
      }
      const tableId = ++this.#tables;
      for (const line of run.header) yield { kind: "table_header", text: line.cells.join(" | "), page, tableId };
      for (const line of run.rows) yield { kind: "table_row", text: line.cells.join(" | "), page, tableId };
    }
  }
}
