import type { ParsedBlock } from "@quarry/plugin";
import { readSmallXml } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import type { Relationship } from "../archive/relationships.ts";
import { tidyText } from "../flow/tidy-text.ts";
import type { OfficeRead } from "../office-read.ts";
import { rangeOf } from "./cell-range.ts";
import type { HiddenCells } from "./hidden-cells.ts";
import { isLegacyCopy, remarksOfCopy } from "./legacy-comments.ts";
import { RichText } from "./rich-text.ts";

interface SheetComment {
  /** Cell as the file names it; empty for an invalid one. */
  readonly cell: string;
  /** Id of a remark in a conversation; of an older comment its author. */
  readonly name: string;
  readonly text: string;
}

/** A sheet's comments, each with the name of its cell before it; those of hidden cells are left out with them. */
export async function readSheetComments(
  read: OfficeRead,
  relationships: readonly Relationship[],
  hidden: HiddenCells | undefined,
): Promise<ParsedBlock[]> {
  const parts = relationships.filter(({ target }) => read.archive.has(target));
  const remarks: SheetComment[] = [];
  const older: SheetComment[] = [];
  for (const { type, target } of parts) {
    if (type === "threadedComment") await readCommentPart(read, target, (comment) => remarks.push(comment));
    else if (type === "comments") await readCommentPart(read, target, (comment) => older.push(comment));
  }
  const threads = Map.groupBy(remarks, ({ cell }) => cell);
  const ids = new Set(remarks.map(({ name }) => name.toLowerCase()));
  const comments = older.flatMap((comment) => {
    const thread = threads.get(comment.cell) ?? [];
    if (thread.some(({ text }) => comment.text.includes(text))) return [];
    if (!isLegacyCopy(comment.name, comment.text)) return [comment];
    if (thread.length > 0 || ids.has(comment.name.slice("tc=".length).toLowerCase())) return [];
    return remarksOfCopy(comment.text).map((text) => ({ ...comment, text }));
  });
  return [...remarks, ...comments].flatMap(({ cell, text }) => blocksOf(cell, text, hidden));
}

function blocksOf(cell: string, text: string, hidden: HiddenCells | undefined): readonly ParsedBlock[] {
  const range = rangeOf(cell);
  if (range !== undefined && hidden?.has(range.top, range.left) === true) return [];
  const tidied = tidyText(text);
  return tidied === "" ? [] : [{ kind: "paragraph", text: range === undefined ? tidied : `${cell}: ${tidied}` }];
}

/** Reads comments of the older kind, whose text is a cell's, and remarks of conversations, whose text stands in `text` itself. */
async function readCommentPart(
  { archive, limits, budget }: OfficeRead,
  part: string,
  found: (comment: SheetComment) => void,
): Promise<void> {
  const authors: string[] = [];
  const rich = new RichText();
  let cell = "";
  let name = "";
  let text = "";
  let open = "";
  await readSmallXml(archive, part, limits, {
    open: (element, attributes) => {
      if (element === "rPh") return "skip";
      open = element;
      rich.open(element, attributes);
      if (element === "author") authors.push("");
      if (element !== "comment" && element !== "threadedComment") return undefined;
      cell = attributes["ref"] ?? "";
      name = (element === "comment" ? authors[Number(attributes["authorId"])] : attributes["id"]) ?? "";
      text = "";
      return undefined;
    },
    text: (piece) => {
      if (rich.add(piece)) return;
      if (open === "text") text += piece;
      else if (open === "author") authors[authors.length - 1] += piece;
    },
    close: (element) => {
      open = "";
      rich.close(element);
      if (element !== "comment" && element !== "threadedComment") return;
      const all = decodeEscapes(text) + rich.textIn(undefined);
      rich.clear();
      budget.spendText(all.length);
      found({ cell, name, text: all });
    },
  });
}
