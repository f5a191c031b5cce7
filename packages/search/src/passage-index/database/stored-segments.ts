import type { Query } from "./index-database.ts";
import { encodeSegmentRows } from "../postings/segment-rows.ts";
import { encodeSeqs } from "./bytes.ts";
import type { CollectionState } from "./collection-state.ts";
import type { DeletedPassage } from "./database-words.ts";
import { insertRows } from "./insert-rows.ts";
import type { BuiltSegment } from "./protocol.ts";
import { LIVE } from "./segment-status.ts";

/** A live segment, as writers know it. */
export interface SegmentRecord {
  readonly number: number;
  readonly firstSeq: number;
  readonly rowCount: number;
  readonly liveCount: number;
}

/** Live segments in the order of their passages. */
export const readSegments = async (query: Query, collection: number): Promise<readonly SegmentRecord[]> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("passage_segments")
      .select(["number", "first_seq", "row_count", "live_count"])
      .where("collection", "=", collection)
      .where("status", "=", LIVE)
      .orderBy("first_seq")
      .execute(),
  );
  return rows.map((row) => ({
    number: Number(row.number),
    firstSeq: Number(row.first_seq),
    rowCount: Number(row.row_count),
    liveCount: Number(row.live_count),
  }));
};

/** Adds a live segment whose rows have their numbers. */
export const addSegment = async (query: Query, state: CollectionState, built: BuiltSegment): Promise<void> => {
  const number = state.nextSegment++;
  const { rows, lengths } = built.rows;
  const liveLength = lengths.reduce((sum, length) => sum + length, 0);
  await insertRows(
    query,
    "passage_segments",
    [
      "collection",
      "number",
      "status",
      "since",
      "born",
      "first_seq",
      "row_count",
      "live_count",
      "live_length",
      "block_count",
      "sources",
      "terms",
      "data",
    ],
    [
      [
        state.number,
        number,
        LIVE,
        0,
        state.version,
        rows[0]!,
        rows.length,
        rows.length,
        liveLength,
        built.blocks.length,
        "[]",
        built.terms,
        encodeSegmentRows(built.rows),
      ],
    ],
  );
  await addBlocks(query, state.number, number, built.blocks, 0);
};

/** Adds blocks of a segment, the first of which is number `first`. */
export const addBlocks = (
  query: Query,
  collection: number,
  segment: number,
  blocks: readonly Uint8Array[],
  first: number,
): Promise<void> =>
  insertRows(
    query,
    "passage_blocks",
    ["collection", "segment", "block", "data"],
    blocks.map((data, index) => [collection, segment, first + index, data]),
  );

/** Marks passages as deleted in the segments that hold them. Once in a transaction. */
export const markDeleted = async (
  query: Query,
  state: CollectionState,
  deleted: readonly DeletedPassage[],
): Promise<void> => {
  if (deleted.length === 0) return;
  const segments = await readSegments(query, state.number);
  const bySegment = Map.groupBy(deleted, ({ seq }) => segments.findLast(({ firstSeq }) => firstSeq <= seq)!.number);
  for (const [segment, passages] of bySegment) await markInSegment(query, state, segment, passages);
};

const markInSegment = async (
  query: Query,
  { number: collection, version }: CollectionState,
  segment: number,
  deleted: readonly DeletedPassage[],
): Promise<void> => {
  const data = encodeSeqs(deleted.map(({ seq }) => seq));
  const length = deleted.reduce((sum, passage) => sum + passage.length, 0);
  await insertRows(
    query,
    "passage_deletions",
    ["collection", "segment", "version", "data"],
    [[collection, segment, version, data]],
  );
  await query((kysely) =>
    kysely
      .updateTable("passage_segments")
      .set((expression) => ({
        live_count: expression("live_count", "-", deleted.length),
        live_length: expression("live_length", "-", length),
      }))
      .where("collection", "=", collection)
      .where("number", "=", segment)
      .execute(),
  );
};
