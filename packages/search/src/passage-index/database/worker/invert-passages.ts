import type { Passage } from "../../passage.ts";
import { passageTerms } from "../../postings/passage-terms.ts";
import { SegmentBuilder } from "../../postings/segment-builder.ts";
import type { SegmentRows } from "../../postings/segment-rows.ts";
import { TermBlockWriter } from "../../postings/term-blocks.ts";
import { splitMetadata } from "../../split-metadata.ts";
import type { BuiltSegment, InvertedPassages } from "../protocol.ts";

/** All of a put that can be done without the database: terms, postings and JSON. */
export const invertPassages = (passages: readonly Passage[]): InvertedPassages => {
  const builder = new SegmentBuilder();
  const shared = new Map<string, number>();
  const sharedOf: number[] = [];
  const own: string[] = [];
  for (const [ordinal, passage] of passages.entries()) {
    builder.add({ row: ordinal, id: passage.id, document: 0 }, passageTerms(passage.contextText, passage.text));
    const metadata = splitMetadata(passage);
    const { json } = metadata.shared;
    if (!shared.has(json)) shared.set(json, shared.size);
    sharedOf.push(shared.get(json)!);
    own.push(metadata.own.json);
  }
  return {
    segment: collectSegment(builder.rows(), (blocks) => builder.writeTerms(blocks)),
    shared: [...shared.keys()],
    sharedOf,
    own,
  };
};

const collectSegment = (rows: SegmentRows, write: (blocks: TermBlockWriter) => void): BuiltSegment => {
  const collector = new BlockCollector();
  write(collector.writer);
  return collector.finish(rows);
};

/** Keeps the blocks of a segment as they are closed. */
export class BlockCollector {
  readonly #blocks: Uint8Array[] = [];
  readonly writer = new TermBlockWriter((data) => void this.#blocks.push(new Uint8Array(data)));

  finish(rows: SegmentRows): BuiltSegment {
    this.writer.finish();
    const terms = new TextEncoder().encode(JSON.stringify(this.writer.firstTerms));
    return { rows, terms, blocks: this.#blocks };
  }
}
