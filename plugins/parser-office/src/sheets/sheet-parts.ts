import { cleanLine, type ParsedBlock } from "@quarry/plugin";
import { readSmallXml, readXml } from "../archive/read-xml.ts";
import type { Relationship } from "../archive/relationships.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import type { TableIds } from "../flow/flow-item.ts";
import { tidyText } from "../flow/tidy-text.ts";
import type { OfficeRead } from "../office-read.ts";
import { SlideReader } from "../slides/slide-reader.ts";
import { rangeOf } from "./cell-range.ts";
import type { DefinedTable } from "./sheet-blocks.ts";

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

/** What lies on a sheet beside its cells: text boxes and charts, then comments. */
export async function* readSheetExtras(
  read: OfficeRead,
  relationships: readonly Relationship[],
  tableIds: TableIds,
): AsyncGenerator<ParsedBlock> {
  for (const { type, target } of relationships) {
    if (type === "drawing" && read.archive.has(target)) yield* readDrawing(read, target, tableIds);
  }
  if (read.settings.comments) yield* readComments(read, relationships);
}

async function* readDrawing(read: OfficeRead, part: string, tableIds: TableIds): AsyncGenerator<ParsedBlock> {
  const { budget, settings } = read;
  const { alternativeText } = settings;
  const reader = new SlideReader({ budget, tableIds, alternativeText, margins: undefined, isNotes: false });
  const embedded = await EmbeddedReader.of(read, part, tableIds);
  for await (const piece of readXml(read.archive, part, read.limits, reader.handlers)) {
    void piece;
    yield* embedded.blocksOf(reader.take());
  }
}

/** What older programs show in place of a conversation; the conversation itself is read. */
const PLACEHOLDER = /^\[[^\]]{3,40}\]\s/;

async function* readComments(read: OfficeRead, relationships: readonly Relationship[]): AsyncGenerator<ParsedBlock> {
  const parts = relationships.filter(({ target }) => read.archive.has(target));
  const threads = parts.filter(({ type }) => type === "threadedComment");
  const comments: ParsedBlock[] = [];
  for (const { target } of threads) await readCommentPart(read, target, (block) => comments.push(block));
  for (const { type, target } of parts) {
    if (type !== "comments") continue;
    await readCommentPart(read, target, (block, text) => {
      if (threads.length === 0 || !PLACEHOLDER.test(text)) comments.push(block);
    });
  }
  yield* comments;
}

/** Comments with the name of their cell before them. */
async function readCommentPart(
  { archive, limits, budget }: OfficeRead,
  part: string,
  found: (block: ParsedBlock, text: string) => void,
): Promise<void> {
  let cell = "";
  let text = "";
  let isText = false;
  await readSmallXml(archive, part, limits, {
    open: (name, { ref = "" }) => {
      if (name === "rPh") return "skip";
      if (name === "comment" || name === "threadedComment") {
        cell = rangeOf(ref) === undefined ? "" : `${ref}: `;
        text = "";
      }
      // In the older kind `text` holds runs of `t`, in the newer it is the text.
      isText = name === "t" || name === "text";
      return undefined;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name !== "comment" && name !== "threadedComment") return;
      const tidied = tidyText(decodeEscapes(text));
      budget.spendText(tidied.length);
      if (tidied !== "") found({ kind: "paragraph", text: cell + tidied }, tidied);
    },
  });
}
