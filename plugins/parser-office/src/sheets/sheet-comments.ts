import type { ParsedBlock } from "@quarry/plugin";
import { readSmallXml } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import type { Relationship } from "../archive/relationships.ts";
import { tidyText } from "../flow/tidy-text.ts";
import type { OfficeInput } from "../office-input.ts";
import { rangeOf } from "./cell-range.ts";
import type { HiddenCells } from "./hidden-cells.ts";
import { isLegacyCopy, remarksOfCopy } from "./legacy-comments.ts";
import { RichText } from "./rich-text.ts";

interface SheetComment {
  /** Cell reference from the file; empty if invalid. */
  readonly cell: string;
  /** Id of a conversation's remark, or the author of an older comment. */
  readonly name: string;
  readonly text: string;
}

/**
 * Returns a sheet's comments, each prefixed with the name of its cell. Comments of hidden cells are left out with them.
 */
export async function readSheetComments(
  input: OfficeInput,
  relationships: readonly Relationship[],
  hidden: HiddenCells | undefined,
): Promise<ParsedBlock[]> {
  const parts = relationships.filter(({ target }) => input.archive.has(target));
  const remarks: SheetComment[] = [];
  const older: SheetComment[] = [];
  for (const { type, target } of parts) {
    if (type === "threadedComment") await readCommentPart(input, target, (comment) => remarks.push(comment));
    else if (type === "comments") await readCommentPart(input, target, (comment) => older.push(comment));
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

/**
 * Reads older comments, whose text is structured like a cell's, and remarks of conversations, whose text is directly in
 * `text`.
 */
async function readCommentPart(
  { archive, limits, budget }: OfficeInput,
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
    text: (chunk) => {
      if (rich.add(chunk)) return;
      if (open === "text") text += chunk;
      else if (open === "author") authors[authors.length - 1] += chunk;
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
