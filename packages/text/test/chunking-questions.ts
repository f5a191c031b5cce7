import { readFileSync } from "node:fs";
import { type TextBlock, type TextChunk } from "../src/index.ts";
import { evaluationFile } from "./judged-collection.ts";

/** A passage of a document, as offsets in the file's text. */
export interface Passage {
  readonly document: string;
  readonly start: number;
  readonly end: number;
}

export interface ChunkingQuestion {
  readonly question: string;
  readonly answers: readonly Passage[];
}

/** Returns the documents' texts by name, and the questions, or null if the folder is absent. */
export function readChunkingSet(): { texts: Map<string, string>; questions: ChunkingQuestion[] } | null {
  const path = evaluationFile("chunking/questions_df.csv");
  if (path === null) return null;
  const rows = parseCsv(readFileSync(path, "utf8")).slice(1);
  const texts = new Map<string, string>();
  const questions = rows.map(([question, references, document]) => {
    const name = document!;
    if (!texts.has(name)) texts.set(name, readFileSync(evaluationFile(`chunking/${name}.md`)!, "utf8"));
    const spans = JSON.parse(references!) as { start_index: number; end_index: number }[];
    // The file counts code points. The documents contain no character outside the basic multilingual plane, so these
    // are UTF-16 offsets as well.
    const answers = spans.map((span) => ({ document: name, start: span.start_index, end: span.end_index }));
    return { question: question!, answers };
  });
  return { texts, questions };
}

/**
 * Splits into paragraphs at empty lines, and into headings at the ` = Heading = ` lines of WikiText; each with its
 * offset in the file.
 */
export function blocksOf(text: string): { block: TextBlock; start: number }[] {
  const blocks: { block: TextBlock; start: number }[] = [];
  for (const { 0: part, index } of text.matchAll(
    /(?:^ (?:= )+[^=\n]+(?: =)+ ?$)|(?:[^\n]+(?:\n(?! = )[^\n]*\S[^\n]*)*)/gm,
  )) {
    const heading = /^ ((?:= )+)(.*?)(?: =)+ ?$/.exec(part);
    const block: TextBlock =
      heading === null
        ? { kind: "paragraph", text: part }
        : { kind: "heading", text: heading[2]!, level: heading[1]!.length / 2 };
    blocks.push({ block, start: index + part.indexOf(block.text) });
  }
  return blocks;
}

/** Converts a chunk's offsets to offsets in the file that its blocks come from. */
export function toPassage(
  document: string,
  chunk: TextChunk,
  map: readonly { canonical: number; start: number }[],
): Passage {
  const toFile = (offset: number): number => {
    const last = map.findLast((each) => each.canonical <= offset)!;
    return last.start + offset - last.canonical;
  };
  return { document, start: toFile(chunk.startChar), end: toFile(chunk.endChar - 1) + 1 };
}

/** Returns the share of the answers' characters that the passages contain. */
export function coverage(answers: readonly Passage[], passages: readonly Passage[]): number {
  let covered = 0;
  let total = 0;
  for (const answer of answers) {
    total += answer.end - answer.start;
    for (let at = answer.start; at < answer.end; at++) {
      if (passages.some((each) => each.document === answer.document && each.start <= at && at < each.end)) covered++;
    }
  }
  return covered / total;
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.length >= 3);
}
