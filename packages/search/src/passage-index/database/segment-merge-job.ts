import { encodeSegmentRows, ordinalOf } from "../postings/segment-rows.ts";
import { decodeSeqs, encodeSeqs } from "./bytes.ts";
import { isCurrent, lockState, saveState } from "./collection-state.ts";
import type { IndexDatabase, Query } from "./index-database.ts";
import { insertRows } from "./insert-rows.ts";
import { planFreeMerge } from "./plan-merge.ts";
import type { BuiltSegment, MergeInput } from "./protocol.ts";
import { BUILDING, DEAD, LIVE } from "./segment-status.ts";
import { addBlocks, readSegments } from "./stored-segments.ts";

/** After this time without a sign of life a merge counts as dead, and its sources are free again. */
export const MERGE_LEASE_MS = 120_000;
/** Blocks per statement: about a megabyte. */
const BLOCKS_PER_STATEMENT = 256;

interface Claim {
  readonly number: number;
  readonly sources: readonly number[];
  /** Deletions up to this version are left out by the merge, later ones are carried over. */
  readonly version: number;
  readonly deleted: ReadonlyMap<number, readonly Uint8Array[]>;
}

export type Merge = (sources: readonly MergeInput[]) => Promise<BuiltSegment>;

/**
 * Does the most useful merge of a collection; false when there is none. Several processes may do so at once: each claims
 * its sources by the segment it builds. No claim is trusted at the end: the merge becomes visible only if all its sources
 * are live still.
 */
export const mergeOnce = async (database: IndexDatabase, collection: number, merge: Merge): Promise<boolean> => {
  if ((await planNow(database.read, collection, await database.now())) === undefined) return false;
  const claim = await claimMerge(database, collection);
  if (claim === undefined) return false;
  const sources = await loadSources(database, collection, claim);
  if (sources === undefined) {
    await abandon(database.run, collection, claim.number, await database.now());
    return true;
  }
  const built = await merge(sources);
  for (let first = 0; first < built.blocks.length; first += BLOCKS_PER_STATEMENT) {
    const blocks = built.blocks.slice(first, first + BLOCKS_PER_STATEMENT);
    if (!(await storeBlocks(database, collection, claim.number, blocks, first))) return true;
  }
  await publish(database, collection, claim, built);
  return true;
};

const planNow = async (query: Query, collection: number, now: number) =>
  planFreeMerge(await readSegments(query, collection), await readTaken(query, collection, now));

/** Segments that some merge has claimed and is alive. */
const readTaken = async (query: Query, collection: number, now: number): Promise<ReadonlySet<number>> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("passage_segments")
      .select("sources")
      .where("collection", "=", collection)
      .where("status", "=", BUILDING)
      .where("since", ">", now - MERGE_LEASE_MS)
      .execute(),
  );
  return new Set(rows.flatMap(({ sources }) => JSON.parse(sources) as number[]));
};

const claimMerge = async (database: IndexDatabase, collection: number): Promise<Claim | undefined> => {
  const now = await database.now();
  return database.transaction(async (query) => {
    const state = await lockState(query, collection);
    if (!isCurrent(state)) return undefined;
    const plan = await planNow(query, collection, now);
    if (plan === undefined) return undefined;
    const sources = plan.map(({ number }) => number);
    const number = state.nextSegment++;
    await query((kysely) =>
      kysely
        .insertInto("passage_segments")
        .values({
          collection,
          number,
          status: BUILDING,
          since: now,
          born: 0,
          first_seq: 0,
          row_count: 0,
          live_count: 0,
          live_length: 0,
          block_count: 0,
          sources: JSON.stringify(sources),
          terms: new Uint8Array(0),
          data: new Uint8Array(0),
        })
        .execute(),
    );
    const deletions = await readDeletions(query, collection, sources, -1);
    await saveState(query, state);
    const deleted = Map.groupBy(deletions, ({ segment }) => segment);
    return {
      number,
      sources,
      version: state.version,
      deleted: new Map([...deleted].map(([segment, rows]) => [segment, rows.map(({ data }) => data)])),
    };
  });
};

const readDeletions = async (
  query: Query,
  collection: number,
  segments: readonly number[],
  after: number,
): Promise<readonly { readonly segment: number; readonly data: Uint8Array }[]> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("passage_deletions")
      .select(["segment", "data"])
      .where("collection", "=", collection)
      .where("segment", "in", segments)
      .where("version", ">", after)
      .execute(),
  );
  return rows.map(({ segment, data }) => ({ segment: Number(segment), data }));
};

/** Undefined when a source is gone: the collection was dropped or rebuilt. */
const loadSources = async (
  database: IndexDatabase,
  collection: number,
  { sources, deleted }: Claim,
): Promise<readonly MergeInput[] | undefined> => {
  const inputs: MergeInput[] = [];
  for (const number of sources) {
    const head = await database.read((kysely) =>
      kysely
        .selectFrom("passage_segments")
        .select(["data", "block_count"])
        .where("collection", "=", collection)
        .where("number", "=", number)
        .executeTakeFirst(),
    );
    if (head === undefined) return undefined;
    const blocks = await loadBlocks(database, collection, number);
    if (blocks.length < Number(head.block_count)) return undefined;
    const seqs = (deleted.get(number) ?? []).flatMap((data) => [...decodeSeqs(data)]);
    inputs.push({ data: new Uint8Array(head.data), deleted: Uint32Array.from(seqs), blocks });
  }
  return inputs;
};

const loadBlocks = async (database: IndexDatabase, collection: number, segment: number): Promise<Uint8Array[]> => {
  const blocks: Uint8Array[] = [];
  for (;;) {
    const rows = await database.read((kysely) =>
      kysely
        .selectFrom("passage_blocks")
        .select("data")
        .where("collection", "=", collection)
        .where("segment", "=", segment)
        .where("block", ">=", blocks.length)
        .orderBy("block")
        .limit(BLOCKS_PER_STATEMENT)
        .execute(),
    );
    for (const { data } of rows) blocks.push(new Uint8Array(data));
    if (rows.length < BLOCKS_PER_STATEMENT) return blocks;
  }
};

/** False when the merge was given up by others: it took too long, or the collection is gone. */
const storeBlocks = async (
  database: IndexDatabase,
  collection: number,
  number: number,
  blocks: readonly Uint8Array[],
  first: number,
): Promise<boolean> => {
  const now = await database.now();
  return database.transaction(async (query) => {
    // Shows that the merge is alive, and holds off whoever would remove its blocks.
    const alive = await query((kysely) =>
      kysely
        .updateTable("passage_segments")
        .set({ since: now, block_count: first + blocks.length })
        .where("collection", "=", collection)
        .where("number", "=", number)
        .where("status", "=", BUILDING)
        .executeTakeFirst(),
    );
    if (Number(alive.numUpdatedRows) === 0) return false;
    await addBlocks(query, collection, number, blocks, first);
    return true;
  });
};

const publish = async (
  database: IndexDatabase,
  collection: number,
  claim: Claim,
  built: BuiltSegment,
): Promise<void> => {
  const now = await database.now();
  await database.transaction(async (query) => {
    const state = await lockState(query, collection);
    if (!(await areAllLive(query, collection, claim))) return abandon(query, collection, claim.number, now);
    const late = await readDeletions(query, collection, claim.sources, claim.version);
    const deleted = late.flatMap(({ data }) => [...decodeSeqs(data)]);
    await markDead(query, collection, claim.sources, now);
    await query((kysely) =>
      kysely
        .deleteFrom("passage_deletions")
        .where("collection", "=", collection)
        .where("segment", "in", claim.sources)
        .execute(),
    );
    if (built.rows.rows.length === 0) return abandon(query, collection, claim.number, now);
    await makeLive(query, collection, claim.number, state.version, built, deleted);
    if (deleted.length === 0) return;
    await insertRows(
      query,
      "passage_deletions",
      ["collection", "segment", "version", "data"],
      [[collection, claim.number, state.version, encodeSeqs(deleted)]],
    );
  });
};

const areAllLive = async (query: Query, collection: number, { number, sources }: Claim): Promise<boolean> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("passage_segments")
      .select(["number", "status"])
      .where("collection", "=", collection)
      .where("number", "in", [...sources, number])
      .execute(),
  );
  const isAsExpected = rows.every((row) => Number(row.status) === (Number(row.number) === number ? BUILDING : LIVE));
  return isAsExpected && rows.length === sources.length + 1;
};

const makeLive = async (
  query: Query,
  collection: number,
  number: number,
  version: number,
  { rows, terms, blocks }: BuiltSegment,
  deleted: readonly number[],
): Promise<void> => {
  const allLength = rows.lengths.reduce((sum, length) => sum + length, 0);
  const deletedLength = deleted.reduce((sum, seq) => sum + rows.lengths[ordinalOf(rows.rows, seq)]!, 0);
  await query((kysely) =>
    kysely
      .updateTable("passage_segments")
      .set({
        status: LIVE,
        since: 0,
        born: version,
        first_seq: rows.rows[0]!,
        row_count: rows.rows.length,
        live_count: rows.rows.length - deleted.length,
        live_length: allLength - deletedLength,
        block_count: blocks.length,
        sources: "[]",
        terms,
        data: encodeSegmentRows(rows),
      })
      .where("collection", "=", collection)
      .where("number", "=", number)
      .execute(),
  );
};

const markDead = async (query: Query, collection: number, numbers: readonly number[], now: number) => {
  await query((kysely) =>
    kysely
      .updateTable("passage_segments")
      .set({ status: DEAD, since: now })
      .where("collection", "=", collection)
      .where("number", "in", numbers)
      .execute(),
  );
};

/** What was built is for nobody: it is swept with what is dead. */
const abandon = (query: Query, collection: number, number: number, now: number): Promise<void> =>
  markDead(query, collection, [number], now);
