import type { ParsedBlock } from "@quarry/plugin";

/** "Table 3: …", as the languages that are read have it; longer ones are text that speaks of a table. */
const CAPTION =
  /^(?:tab(?:le|elle|leau|la|ela|ella|el)?|таблица|табл|表)\.?\s{0,3}(?:\d|[A-Z]{1,2}[.-]?\d|[IVX]{1,5}\b)/iu;
const MAX_CAPTION_CHARACTERS = 500;

/** Makes a paragraph that names the table below it a part of the table's header, so that every chunk of it says what it is. */
export class TableCaptions {
  #pending: ParsedBlock | undefined;

  /** The blocks that are known by now. A paragraph that could be a caption waits for what stands behind it. */
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
  // It is one cell, whatever it has.
  ...(caption.text.includes("|") && { cells: [] }),
  tableId: tableId!,
});
