import { decodeSegmentRows, makeDeleted, markDeleted, ordinalOf } from "../../postings/segment-rows.ts";
import type { IndexView, SegmentView } from "../../ranking/index-view.ts";
import { decodeSeqs, decodeText } from "../bytes.ts";
import type { IndexChanges, SegmentChange } from "../protocol.ts";
import type { AskDatabase } from "./block-reader.ts";

/** Bytes that a segment's first terms take in memory, per character. */
const BYTES_PER_CHARACTER = 3;
/** Segments per question: what is known of their passages may be megabytes. */
const HEADS_PER_QUESTION = 16;

/** The segments of a collection as they were at some version, kept up to date with as little as has changed. */
export class ViewCache {
  readonly #collection: number;
  readonly #ask: AskDatabase;
  #view: IndexView = { version: -1, segments: [], liveCount: 0, liveLength: 0 };
  #refreshing: Promise<void> | undefined;
  /** What the view takes in memory. */
  byteLength = 0;

  constructor(collection: number, ask: AskDatabase) {
    this.#collection = collection;
    this.#ask = ask;
  }

  /** The view at `version` or later. */
  async at(version: number): Promise<IndexView> {
    while (this.#view.version < version) await this.refresh();
    return this.#view;
  }

  /** Brings the view up to date. Those who ask at the same time share the work; it may have begun before they asked. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    for (;;) {
      const changes = await this.#ask({ kind: "changes", collection: this.#collection, seen: this.#view.version });
      const segments = await this.#segments(changes);
      // One was merged away before it was read.
      if (segments === undefined) continue;
      this.#view = {
        version: changes.version,
        segments,
        liveCount: changes.segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
        liveLength: changes.segments.reduce((sum, { liveLength }) => sum + liveLength, 0),
      };
      this.byteLength = segments.reduce((sum, segment) => sum + sizeOf(segment), 0);
      return;
    }
  }

  async #segments(changes: IndexChanges): Promise<readonly SegmentView[] | undefined> {
    const known = new Map(this.#view.segments.map((segment) => [segment.number, segment]));
    const missing = changes.segments.flatMap(({ number }) => (known.has(number) ? [] : [number]));
    for (let start = 0; start < missing.length; start += HEADS_PER_QUESTION) {
      const segments = missing.slice(start, start + HEADS_PER_QUESTION);
      const heads = await this.#ask({ kind: "heads", collection: this.#collection, segments });
      for (const { number, data, terms } of heads) {
        const rows = decodeSegmentRows(data);
        const firstTerms = JSON.parse(decodeText(terms)) as string[];
        known.set(number, {
          ...rows,
          number,
          firstRow: rows.rows[0]!,
          deletedVersion: 0,
          deleted: undefined,
          firstTerms,
          hasFacts: false,
        });
      }
    }
    const segments: SegmentView[] = [];
    for (const change of changes.segments) {
      const segment = known.get(change.number);
      if (segment === undefined) return undefined;
      segments.push(withDeleted(segment, change, changes.version));
    }
    return segments;
  }
}

const withDeleted = (segment: SegmentView, change: SegmentChange, version: number): SegmentView => {
  if (change.deleted.length === 0) return segment;
  // A copy: who searches the view before goes on with its own.
  const deleted = segment.deleted?.slice() ?? makeDeleted(segment.rows.length);
  for (const seqs of change.deleted) {
    for (const seq of decodeSeqs(seqs)) markDeleted(deleted, ordinalOf(segment.rows, seq));
  }
  return { ...segment, deleted, deletedVersion: version };
};

const sizeOf = ({ rows, firstTerms }: SegmentView): number =>
  rows.byteLength * 5 + rows.length / 8 + firstTerms.reduce((sum, term) => sum + term.length, 0) * BYTES_PER_CHARACTER;
