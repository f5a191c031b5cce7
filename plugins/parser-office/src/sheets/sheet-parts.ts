import { cleanLine, type ParsedBlock } from "@quarry/plugin";
import { readSmallXml, readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf, urlsById } from "../archive/relationships.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import type { TableIds } from "../flow/flow-item.ts";
import type { OfficeRead } from "../office-read.ts";
import { SlideReader } from "../slides/slide-reader.ts";
import { rangeOf } from "./cell-range.ts";
import type { HiddenCells } from "./hidden-cells.ts";
import type { DefinedTable } from "./sheet-blocks.ts";
import { readSheetComments } from "./sheet-comments.ts";

const MAX_TABLES = 10_000;
/** "Table1", "Tabelle_2": given by the program. */
const GIVEN_NAME = /^\p{L}+_?\d{1,3}$/u;

/** The tables that a sheet defines. */
export async function readDefinedTables(
  { archive, limits }: OfficeRead,
  relationships: readonly Relationship[],
): Promise<DefinedTable[]> {
  const tables: DefinedTable[] = [];
  for (const { type, target } of relationships) {
    if (type !== "table" || !archive.has(target) || tables.length >= MAX_TABLES) continue;
    await readSmallXml(archive, target, limits, {
      open: (name, { ref, displayName = "", headerRowCount }) => {
        const range = name === "table" && headerRowCount !== "0" ? rangeOf(ref) : undefined;
        if (range === undefined) return;
        const isGiven = GIVEN_NAME.test(displayName);
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

/** Content of a sheet beside its cells: text boxes and charts, then comments. */
export async function* readSheetExtras(
  read: OfficeRead,
  {
    relationships,
    hidden,
  }: { readonly relationships: readonly Relationship[]; readonly hidden: HiddenCells | undefined },
  tableIds: TableIds,
): AsyncGenerator<ParsedBlock> {
  for (const { type, target } of relationships) {
    if (type === "drawing" && read.archive.has(target)) yield* readDrawing(read, target, tableIds);
  }
  if (read.settings.comments) yield* await readSheetComments(read, relationships, hidden);
}

async function* readDrawing(read: OfficeRead, part: string, tableIds: TableIds): AsyncGenerator<ParsedBlock> {
  const { budget, settings } = read;
  const { alternativeText } = settings;
  const theme = { major: "", minor: "" };
  const reader = new SlideReader({ budget, tableIds, alternativeText, margins: undefined, isNotes: false, theme });
  const relationships = await relationshipsOf(read.archive, part, read.limits);
  reader.urls = urlsById(relationships);
  const embedded = new EmbeddedReader(read, tableIds, relationships);
  for await (const piece of readXml(read.archive, part, read.limits, reader.handlers)) {
    void piece;
    yield* embedded.blocksOf(reader.take());
  }
}
