import { cleanLine, type ParsedBlock } from "@quarry/plugin";
import { readSmallXml, readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf, urlsById } from "../archive/relationships.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import type { TableIds } from "../flow/flow-item.ts";
import type { OfficeInput } from "../office-input.ts";
import { SlideReader } from "../slides/slide-reader.ts";
import { rangeOf } from "./cell-range.ts";
import type { HiddenCells } from "./hidden-cells.ts";
import type { DefinedTable } from "./sheet-blocks.ts";
import { readSheetComments } from "./sheet-comments.ts";

const MAX_TABLES = 10_000;
/** Generated table names: "Table1", "Tabelle_2". */
const GENERATED_NAME = /^\p{L}+_?\d{1,3}$/u;

/** Returns the tables that a sheet defines. */
export async function readDefinedTables(
  { archive, limits }: OfficeInput,
  relationships: readonly Relationship[],
): Promise<DefinedTable[]> {
  const tables: DefinedTable[] = [];
  for (const { type, target } of relationships) {
    if (type !== "table" || !archive.has(target) || tables.length >= MAX_TABLES) continue;
    await readSmallXml(archive, target, limits, {
      open: (name, { ref, displayName = "", headerRowCount }) => {
        const range = name === "table" && headerRowCount !== "0" ? rangeOf(ref) : undefined;
        if (range === undefined) return;
        const isGiven = GENERATED_NAME.test(displayName);
        tables.push({
          top: range.top,
          from: range.left,
          to: range.right,
          name: isGiven ? "" : cleanLine(decodeEscapes(displayName).replaceAll("_", " ")),
        });
      },
    });
  }
  return tables;
}

/** Returns the content of a sheet other than cells: text boxes and charts, then comments. */
export async function* readSheetExtras(
  input: OfficeInput,
  {
    relationships,
    hidden,
  }: { readonly relationships: readonly Relationship[]; readonly hidden: HiddenCells | undefined },
  tableIds: TableIds,
): AsyncGenerator<ParsedBlock> {
  for (const { type, target } of relationships) {
    if (type === "drawing" && input.archive.has(target)) yield* readDrawing(input, target, tableIds);
  }
  if (input.settings.comments) yield* await readSheetComments(input, relationships, hidden);
}

async function* readDrawing(input: OfficeInput, part: string, tableIds: TableIds): AsyncGenerator<ParsedBlock> {
  const { budget, settings } = input;
  const { alternativeText } = settings;
  const theme = { major: "", minor: "" };
  const reader = new SlideReader({ budget, tableIds, alternativeText, margins: undefined, isNotes: false, theme });
  const relationships = await relationshipsOf(input.archive, part, input.limits);
  reader.urls = urlsById(relationships);
  const embedded = new EmbeddedReader(input, tableIds, relationships);
  for await (const chunk of readXml(input.archive, part, input.limits, reader.handlers)) {
    void chunk;
    yield* embedded.blocksOf(reader.take());
  }
}
