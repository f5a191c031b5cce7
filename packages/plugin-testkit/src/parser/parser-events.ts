import type { ParsedBlock, ParsedDocumentInfo, ParserEvent } from "@quarry/plugin";

const MAX_LEVEL = 6;
const KINDS = new Set(["heading", "paragraph", "list_item", "table_header", "table_row", "code", "quote"]);
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * Returns the rules of the parser contract that these events violate, one sentence each; empty if the events are valid.
 */
export function problemsOf(events: readonly ParserEvent[]): string[] {
  const problems: string[] = [];
  let lastPage = 1;
  let lastTable = 0;
  const closedTables = new Set<number>();
  for (const [index, event] of events.entries()) {
    const report = (problem: string) => problems.push(`event ${index}: ${problem}`);
    if (event.type === "info") for (const problem of infoProblems(event.info)) report(problem);
    if (event.type === "progress" && event.total !== undefined && event.done > event.total) {
      report(`progress ${event.done} is beyond its total ${event.total}`);
    }
    if (event.type === "attachment" && event.attachment.filename.trim() === "") report("an attachment without a name");
    if (event.type !== "block") continue;
    for (const problem of blockProblems(event.block)) report(problem);
    const page = event.block.page ?? lastPage;
    if (page < lastPage) report(`page ${page} comes after page ${lastPage}`);
    lastPage = page;
    const table = event.block.tableId ?? 0;
    if (table !== lastTable && lastTable !== 0) closedTables.add(lastTable);
    if (closedTables.has(table)) report(`table ${table} goes on after another block`);
    lastTable = table;
  }
  return problems;
}

function* blockProblems(block: ParsedBlock): Generator<string> {
  if (!KINDS.has(block.kind)) yield `unknown kind ${JSON.stringify(block.kind)}`;
  if (block.text.trim() === "") yield "a blank text";
  if (!block.text.isWellFormed()) yield "a text with half a surrogate pair";
  if (/[^\P{Cc}\n\t]/u.test(block.text))
    yield `a text with control characters: ${JSON.stringify(block.text.slice(0, 80))}`;
  const isTable = block.kind === "table_header" || block.kind === "table_row";
  if (isTable !== (block.tableId !== undefined)) yield `kind ${block.kind} with tableId ${block.tableId}`;
  if (block.kind === "heading" && !isWithin(block.level, 1, MAX_LEVEL)) yield `a heading of level ${block.level}`;
  if (block.kind !== "heading" && block.level !== undefined) yield `kind ${block.kind} with a level`;
  if (block.page !== null && block.page !== undefined && !isWithin(block.page, 1, Infinity)) yield `page ${block.page}`;
  yield* cellProblems(block);
  yield* lineProblems(block);
}

function* cellProblems({ kind, text, cells = [] }: ParsedBlock): Generator<string> {
  if (cells.length > 0 && !kind.startsWith("table_")) yield `kind ${kind} with cells`;
  let least = 1;
  for (const start of cells) {
    if (!Number.isInteger(start) || start < least || start > text.length) yield `a cell that begins at ${start}`;
    least = start + 1;
  }
}

function* lineProblems({ text, lines = [] }: ParsedBlock): Generator<string> {
  let next = 0;
  for (const { start, x0, y0, x1, y1 } of lines) {
    if (!Number.isInteger(start) || start < next || start >= text.length) yield `a line that begins at ${start}`;
    next = start + 1;
    const isOnPage = [x0, y0, x1, y1].every((share) => share >= 0 && share <= 1);
    if (!isOnPage || x0 > x1 || y0 > y1) yield `a line from ${x0}, ${y0} to ${x1}, ${y1}`;
  }
}

function* infoProblems(info: ParsedDocumentInfo): Generator<string> {
  for (const key of ["title", "author", "language"] as const) {
    if (info[key] !== undefined && info[key].trim() === "") yield `a blank ${key}`;
  }
  for (const key of ["createdAt", "modifiedAt"] as const) {
    if (info[key] !== undefined && !ISO_UTC.test(info[key])) yield `${key} ${JSON.stringify(info[key])}`;
  }
  if (info.keywords?.some((keyword) => keyword.trim() === "")) yield "a blank keyword";
  for (const name of Object.keys(info.fields ?? {})) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) yield `a field called ${JSON.stringify(name)}`;
  }
  if (info.pageCount !== undefined && !isWithin(info.pageCount, 0, Infinity)) yield `pageCount ${info.pageCount}`;
}

const isWithin = (value: number | undefined, minimum: number, maximum: number): boolean =>
  value !== undefined && (Number.isInteger(value) || value === Infinity) && value >= minimum && value <= maximum;
