import type { ParserEvent } from "@quarry/plugin";
import type { OfficeContentNode } from "officeparser";
import type { OfficeRead } from "../office-parser.ts";
import { infoOf, readDocument } from "../read-document.ts";
import { TreeBlocks } from "../tree-blocks.ts";

const SLIDE_PART = /^ppt\/slides\/slide\d+\.xml$/;

/** A presentation: each slide's title as a heading, its text, tables and notes; the slide's number is the page. */
export async function* parsePresentation(read: OfficeRead): AsyncGenerator<ParserEvent> {
  const pageCount = [...read.archive.names].filter((name) => SLIDE_PART.test(name)).length;
  read.budget.checkPages(pageCount, "slides");
  const tree = await readDocument(read, "pptx");
  yield { type: "info", info: { ...infoOf(tree), pageCount } };
  const blocks = new TreeBlocks();
  const slides = tree.content.filter((node) => node.type === "slide");
  for (const slide of slides.toSorted((one, other) => numberOf(one) - numberOf(other))) {
    const number = numberOf(slide);
    const notes = read.settings.speakerNotes ? (slide.notes ?? []) : [];
    for (const block of blocks.read([...(slide.children ?? []), ...notes], number)) {
      read.budget.spendText(block.text.length);
      yield { type: "block", block };
    }
    yield { type: "progress", done: number, total: Math.max(pageCount, number) };
  }
}

/** The slide's place in the presentation; slides without content are missing from the tree, so the index is not it. */
const numberOf = (slide: OfficeContentNode): number =>
  slide.type === "slide" ? (slide.metadata?.slideNumber ?? 1) : 1;
