import { describeValue } from "@quarry/plugin/domain";
import type { BlockLink, LineBox, ParsedAttachment, ParsedBlock, ParserEvent, ParserV1 } from "@quarry/plugin";

/** A parser returned a value that violates its contract. The message continues "the parser … gave ". */
export class WrongEvent extends Error {
  override readonly name = "WrongEvent";
}

const KINDS: ReadonlySet<unknown> = new Set<ParsedBlock["kind"]>([
  "heading",
  "paragraph",
  "list_item",
  "table_header",
  "table_row",
  "code",
  "quote",
]);

const MAX_LEVEL = 6;

/** Returns the result of `make` if it is a parser; throws `WrongEvent` otherwise. */
export const checkParser = (value: unknown): ParserV1 => {
  if (typeof (value as Partial<ParserV1> | null | undefined)?.parse === "function") return value as ParserV1;
  throw new WrongEvent(`${describeValue(value)} where a parser, with its method parse, must come from make`);
};

/** Returns the result of `parse` if it can be iterated event by event; throws `WrongEvent` otherwise. */
export const checkEvents = (value: unknown): AsyncIterable<unknown> => {
  const isIterable = typeof value === "object" && value !== null && Symbol.asyncIterator in value;
  if (isIterable) return value as AsyncIterable<unknown>;
  throw new WrongEvent(`${describeValue(value)} where an async iterable must come from parse`);
};

/** Events of a plugin are unchecked; an invalid one would fail only in the index or at the time limit. */
export const checkEvent = (value: unknown): ParserEvent => {
  const event = value as ParserEvent | null | undefined;
  switch (event?.type) {
    case "block":
      checkBlock(event.block);
      return event;
    case "attachment":
      checkAttachment(event.attachment);
      return event;
    case "info":
      if (typeof event.info !== "object" || event.info === null) throw wrong("info", "an object", event.info);
      return event;
    case "progress":
      if (!isAmount(event.done)) throw wrong("progress.done", "a number", event.done);
      if (event.total !== undefined && !isAmount(event.total)) throw wrong("progress.total", "a number", event.total);
      return event;
    case "uncounted_time":
      if (!isAmount(event.milliseconds)) throw wrong("uncounted_time.milliseconds", "a number", event.milliseconds);
      return event;
    default:
      throw new WrongEvent(`an event of the type ${describeValue((event as { type?: unknown } | undefined)?.type)}`);
  }
};

const checkAttachment = (attachment: ParsedAttachment | null | undefined): void => {
  if (typeof attachment !== "object" || attachment === null) throw wrong("attachment", "an object", attachment);
  const { filename, bytes } = attachment;
  if (typeof filename !== "string") throw wrong("attachment.filename", "a text", filename);
  if (!(bytes instanceof Uint8Array)) throw wrong("attachment.bytes", "a Uint8Array", bytes);
};

const checkBlock = (block: ParsedBlock | null | undefined): void => {
  if (typeof block !== "object" || block === null) throw wrong("block", "an object", block);
  const { kind, text, level, page, tableId, cells, lines, links } = block;
  if (!KINDS.has(kind)) throw wrong("block.kind", [...KINDS].join(", "), kind);
  if (typeof text !== "string") throw wrong("block.text", "a text", text);
  if (level !== undefined && !isBetween(level, 1, MAX_LEVEL)) throw wrong("block.level", `1 to ${MAX_LEVEL}`, level);
  if (page != null && !isBetween(page, 1, Infinity)) throw wrong("block.page", "a whole number from 1, or null", page);
  if (tableId !== undefined && !Number.isSafeInteger(tableId)) throw wrong("block.tableId", "a whole number", tableId);
  if (cells !== undefined) checkCells(cells, text.length);
  if (lines !== undefined) checkLines(lines, text.length);
  if (links !== undefined) checkLinks(links);
};

/** Each cell begins after the previous one and the delimiter between them. */
const checkCells = (cells: unknown, length: number): void => {
  if (!Array.isArray(cells)) throw wrong("block.cells", "a list", cells);
  let least = 1;
  for (const start of cells as readonly unknown[]) {
    if (!isBetween(start, least, length))
      throw wrong("block.cells", `places in the text, each behind the one before`, start);
    least = (start as number) + 1;
  }
};

/** Each line begins after the previous one, so there are never more lines than characters. */
const checkLines = (lines: readonly (LineBox | null)[], length: number): void => {
  if (!Array.isArray(lines)) throw wrong("block.lines", "a list", lines);
  let least = 0;
  for (const line of lines as readonly (LineBox | null)[]) {
    if (typeof line !== "object" || line === null) throw wrong("block.lines", "a list of objects", line);
    if (!isBetween(line.start, least, length - 1)) {
      throw wrong("block.lines.start", `a place in the text behind that of the line before`, line.start);
    }
    least = line.start + 1;
    for (const side of SIDES) if (!isShare(line[side])) throw wrong(`block.lines.${side}`, "0 to 1", line[side]);
  }
};

const checkLinks = (links: readonly (BlockLink | null)[]): void => {
  if (!Array.isArray(links)) throw wrong("block.links", "a list", links);
  for (const link of links as readonly (BlockLink | null)[]) {
    if (typeof link?.text !== "string") throw wrong("block.links.text", "a text", link?.text);
    if (typeof link.url !== "string") throw wrong("block.links.url", "a text", link.url);
  }
};

const SIDES = ["x0", "y0", "x1", "y1"] as const;

const isShare = (value: unknown): boolean => isAmount(value) && (value as number) <= 1;

const isAmount = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value >= 0;

const isBetween = (value: unknown, minimum: number, maximum: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;

const wrong = (field: string, expected: string, got: unknown): WrongEvent =>
  new WrongEvent(`${field} ${describeValue(got)}, which may be ${expected}`);
