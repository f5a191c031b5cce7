import {
  type DirectCount,
  type DirectPage,
  type DirectRange,
  MOST_SCANNED,
  type Passage,
  parsePassages,
} from "@quarry/index";
import { compileFilter, type Filter } from "@quarry/plugin/domain";
import { type RawBuilder, sql } from "kysely";

import type { Query } from "./index-database.ts";
import { areOf, countRun, DIRECT, documentsOf, type PassageRow, readRows, stored } from "./passage-queries.ts";

/** Passages read at a time. Applying a filter to them takes some milliseconds. */
const READ_AT_ONCE = 1_000;

/**
 * Returns a page of the passages that belong to no document. With a filter each passage is checked, up to
 * `MOST_LOOKED_AT` of them.
 */
export const listDirect = async (
  query: Query,
  collectionId: string,
  { after = -1, upTo, limit, filter, maxCharacters }: DirectRange,
): Promise<DirectPage> => {
  const matches = filter === undefined ? () => true : compileFilter(filter);
  const passages: Passage[] = [];
  let characters = 0;
  let last = after;
  for (let scans = 0; scans < MOST_SCANNED;) {
    const wanted = filter === undefined ? Math.min(READ_AT_ONCE, limit - passages.length) : READ_AT_ONCE;
    const read = await readBehind(query, collectionId, { after: last, upTo, limit: wanted });
    for (const { seq, passage } of read) {
      last = seq;
      scans += 1;
      if (!matches(passage.metadata)) continue;
      passages.push(passage);
      characters += passage.text.length;
      if (passages.length === limit || characters >= maxCharacters) return { passages, next: last };
    }
    if (read.length < wanted) return { passages };
  }
  return { passages, next: last };
};

/**
 * Returns the number of matching passages. Without a filter the database provides the count; with one each passage is
 * read, a thousand at a time.
 */
export const countDirect = async (
  query: Query,
  collectionId: string,
  filter: Filter | undefined,
  signal: AbortSignal,
): Promise<DirectCount> => {
  const last = await lastOf(query, collectionId);
  if (filter === undefined) return { count: await countRun(query, collectionId, DIRECT), last };
  const matches = compileFilter(filter);
  let count = 0;
  for (let after = -1; ;) {
    signal.throwIfAborted();
    const read = await readBehind(query, collectionId, { after, upTo: last, limit: READ_AT_ONCE });
    for (const { passage } of read) if (matches(passage.metadata)) count += 1;
    if (read.length < READ_AT_ONCE) return { count, last };
    after = read.at(-1)!.seq;
  }
};

const lastOf = async (query: Query, collectionId: string): Promise<number | undefined> => {
  const [row] = await readEntries(query, collectionId, sql``, sql`order by p.seq desc limit 1`);
  return row === undefined ? undefined : Number(row.seq);
};

const readBehind = async (
  query: Query,
  collectionId: string,
  { after = -1, upTo = Number.MAX_SAFE_INTEGER, limit }: Pick<DirectRange, "after" | "upTo" | "limit">,
) => {
  const wanted = sql`and p.seq > ${after} and p.seq <= ${upTo}`;
  const rows = await readEntries(query, collectionId, wanted, sql`order by p.seq limit ${limit}`);
  const sorted = rows.toSorted((a, b) => Number(a.seq) - Number(b.seq));
  const passages = await parsePassages(sorted.map(stored));
  return sorted.map(({ seq }, at) => ({ seq: Number(seq), passage: passages[at]! }));
};

const readEntries = async (
  query: Query,
  collectionId: string,
  wanted: RawBuilder<unknown>,
  range: RawBuilder<unknown>,
): Promise<readonly PassageRow[]> => {
  const documents = await documentsOf(query, collectionId, DIRECT);
  return readRows(query, collectionId, sql`${areOf(documents)} and p.chunk_index = 0 ${wanted}`, range);
};
