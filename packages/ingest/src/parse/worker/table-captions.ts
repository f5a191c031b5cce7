import type { ParsedBlock } from "@quarry/plugin";

/** Matches "Table 3: …" in the supported languages. A longer text is not a caption, but mentions a table. */
const CAPTION =
  /^(?:tab(?:le|elle|leau|la|ela|ella|el)?|таблица|табл|表)\.?\s{0,3}(?:\d|[A-Z]{1,2}[.-]?\d|[IVX]{1,5}\b)/iu;
const MAX_CAPTION_CHARACTERS = 500;

/** Adds a caption paragraph above a table to the table's header, so that every chunk of the table contains it. */
export class TableCaptions {
  #pending: ParsedBlock | undefined;

  /** Returns the blocks that are final now. A paragraph that could be a caption waits for the next block. */
  push(block: ParsedBlock): readonly ParsedBlock[] {
    const pending = this.#pending;
    this.#pending = undefined;
    const before = pending === undefined ? [] : [belongsTo(pending, block) ? asHeader(pending, block) : pending];
    if (!isCaption(block)) return [...before, block];
    this.#pending = block;
    return before;
  }

  end(): readonly ParsedBlock[] {
    return this.#pending === undefined ? [] : [this.#pending];
  }
}

const isCaption = ({ kind, text }: ParsedBlock): boolean =>
  kind === "paragraph" && text.length <= MAX_CAPTION_CHARACTERS && CAPTION.test(text.trimStart());

const belongsTo = (caption: ParsedBlock, { tableId, page }: ParsedBlock): boolean =>
  tableId !== undefined && (caption.page ?? null) === (page ?? null);

const asHeader = (caption: ParsedBlock, { tableId }: ParsedBlock): ParsedBlock => ({
  ...caption,
  kind: "table_header",
  // The caption is one cell, even if it contains delimiters.
  ...(caption.text.includes("|") && { cells: [] }),
  tableId: tableId!,
});
