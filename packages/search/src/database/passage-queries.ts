import {
  type ChunkPage,
  type ChunkRange,
  type DocumentGeneration,
  type Passage,
  type ScanRange,
  type StoredPassage,
  type ChunkSpan,
  noCollection,
  parsePassages,
} from "@quarry/index";
import { type RawBuilder, sql } from "kysely";

import { decodeText, encodeText } from "./bytes.ts";
import type { Query } from "./index-database.ts";
import { inBatches } from "./insert-rows.ts";

/** Passages read at once if a page is limited by characters: bounds the number of passages read in excess. */
export const PASSAGES_PER_READ = 64;

export interface PassageRow {
  readonly seq: number | null;
  readonly id: Uint8Array;
  readonly chunk_index: number;
  readonly token_count: number;
  readonly text: string;
  readonly context: string;
  readonly own: string;
  readonly document_id: Uint8Array;
  readonly generation: number;
  readonly shared: string;
  readonly vector_version: string;
  /** Null in rows that were written before layouts were introduced. */
  readonly layout: string | null;
}

/** Columns of passages `p` and their documents `d`. */
const PASSAGE_COLUMNS = sql`p.seq, p.id, p.chunk_index, p.token_count, p.text, p.context, p.metadata as own,
  p.vector_version, p.boxes as layout, d.document_id, d.generation, d.metadata as shared`;

/** Returns the existing passages with these ids, in the order of `ids`. */
export const readByIds = async (
  query: Query,
  collectionId: string,
  ids: readonly string[],
): Promise<readonly Passage[]> => {
  const found = new Map<string, StoredPassage>();
  for (const part of ids.length === 0 ? [[]] : inBatches(ids)) {
    const wanted = part.length === 0 ? sql`null` : sql.join(part.map(encodeText));
    const { rows } = await query((kysely) =>
      sql<PassageRow>`select c.number, ${PASSAGE_COLUMNS}
        from passage_collections c left join passages p on p.collection = c.number and p.id in (${wanted})
        left join passage_documents d on d.collection = p.collection and d.number = p.document
        where c.collection_id = ${collectionId}`.execute(kysely),
    );
    for (const row of passagesIn(rows, collectionId)) found.set(decodeText(row.id), stored(row));
  }
  return parsePassages(ids.flatMap((id) => found.get(id) ?? []));
};

export const scanPassages = async (
  query: Query,
  collectionId: string,
  { after, limit }: ScanRange,
): Promise<readonly Passage[]> => {
  const wanted = after === undefined ? sql`1 = 1` : sql`p.id > ${encodeText(after)}`;
  const rows = await readRows(query, collectionId, wanted, sql`order by p.id limit ${limit}`);
  return parsePassages(rows.toSorted((a, b) => Buffer.compare(a.id, b.id)).map(stored));
};

export const readStretch = async (
  query: Query,
  collectionId: string,
  { fromIndex, toIndex, ...run }: ChunkSpan,
): Promise<readonly Passage[]> => {
  const documents = await documentsOf(query, collectionId, run);
  const wanted = sql`${areOf(documents)} and p.chunk_index between ${fromIndex} and ${toIndex}`;
  const rows = await readRows(query, collectionId, wanted, sql``);
  return parsePassages(rows.toSorted(byChunk).map(stored));
};

/** Returns a page of a document's passages. Reads in batches if the limit on characters may end it before `limit`. */
export const readChunks = async (
  query: Query,
  collectionId: string,
  run: DocumentGeneration,
  { limit, offset = 0, after = -1, maxCharacters = Number.POSITIVE_INFINITY }: ChunkRange,
): Promise<ChunkPage> => {
  const passages: StoredPassage[] = [];
  let characters = 0;
  let last = { chunk_index: after, seq: Number.MAX_SAFE_INTEGER };
  const documents = await documentsOf(query, collectionId, run);
  let isAtEnd = false;
  while (!isAtEnd && passages.length < limit) {
    const open = limit - passages.length;
    const wanted = Number.isFinite(maxCharacters) ? Math.min(open, PASSAGES_PER_READ) : open;
    const skipped = passages.length === 0 ? offset : 0;
    const rows = await readRun(query, collectionId, documents, last, sql`limit ${wanted} offset ${skipped}`);
    isAtEnd = rows.length < wanted;
    for (const row of rows) {
      const passage = stored(row);
      passages.push(passage);
      characters += passage.text.length + passage.ownMetadata.length + passage.sharedMetadata.length;
      if (characters >= maxCharacters) {
        isAtEnd = true;
        break;
      }
    }
    const end = rows.at(-1);
    if (end !== undefined) last = { chunk_index: Number(end.chunk_index), seq: Number(end.seq) };
  }
  return { passages: await parsePassages(passages), total: await countRun(query, collectionId, run) };
};

const readRun = async (
  query: Query,
  collectionId: string,
  documents: readonly number[],
  after: { readonly chunk_index: number; readonly seq: number },
  range: RawBuilder<unknown>,
): Promise<readonly PassageRow[]> => {
  const wanted = sql`${areOf(documents)} and p.chunk_index >= ${after.chunk_index}
    and (p.chunk_index > ${after.chunk_index} or p.seq > ${after.seq})`;
  const rows = await readRows(query, collectionId, wanted, sql`order by p.chunk_index, p.seq ${range}`);
  return rows.toSorted(byChunk);
};

/**
 * Returns the numbers of a run's documents: one, or several if its passages don't share the same metadata. Queried
 * first, so that an index provides the passages in their order. A join on the documents' ids would sort all passages of
 * a document for each page.
 */
export const documentsOf = async (
  query: Query,
  collectionId: string,
  { documentId, generation }: DocumentGeneration,
): Promise<readonly number[]> => {
  const { rows } = await query((kysely) =>
    sql<{ readonly number: number | null }>`select d.number from passage_collections c
      left join passage_documents d on d.collection = c.number and d.document_id = ${encodeText(documentId)}
        and d.generation = ${generation}
      where c.collection_id = ${collectionId}`.execute(kysely),
  );
  if (rows.length === 0) throw noCollection(collectionId);
  return rows.flatMap(({ number }) => (number === null ? [] : [Number(number)]));
};

/** Condition: passages `p` belong to these documents. */
export const areOf = (documents: readonly number[]): RawBuilder<unknown> =>
  documents.length === 1
    ? sql`p.document = ${documents[0]}`
    : sql`p.document in (${documents.length === 0 ? sql`null` : sql.join(documents)})`;

const byChunk = (a: PassageRow, b: PassageRow): number =>
  Number(a.chunk_index) - Number(b.chunk_index) || Number(a.seq) - Number(b.seq);

/**
 * Reads passages of a collection with their shared metadata. The same statement also tells whether the collection
 * exists: if it contains none of the requested passages, it returns one row without a passage. `range` limits the
 * passages by an order, but the outer statement doesn't sort them. The condition applies to passages `p`, and a left
 * join makes the database read those first. With an inner join MariaDB may begin with their documents and read all
 * passages of those, possibly a hundred thousand.
 */
export const readRows = async (
  query: Query,
  collectionId: string,
  wanted: RawBuilder<unknown>,
  range: RawBuilder<unknown>,
): Promise<readonly PassageRow[]> => {
  const { rows } = await query((kysely) =>
    sql<PassageRow>`select c.number, f.* from passage_collections c left join (
        select p.collection, ${PASSAGE_COLUMNS}
        from passages p left join passage_documents d on d.collection = p.collection and d.number = p.document
        where p.collection = (select number from passage_collections where collection_id = ${collectionId})
          and ${wanted} ${range}
      ) f on f.collection = c.number where c.collection_id = ${collectionId}`.execute(kysely),
  );
  return passagesIn(rows, collectionId);
};

const passagesIn = (rows: readonly PassageRow[], collectionId: string): readonly PassageRow[] => {
  if (rows.length === 0) throw noCollection(collectionId);
  return rows.filter(({ seq }) => seq !== null);
};

export const stored = (row: PassageRow): StoredPassage => ({
  id: decodeText(row.id),
  documentId: decodeText(row.document_id),
  generation: Number(row.generation),
  chunkIndex: Number(row.chunk_index),
  text: row.text,
  contextText: row.context,
  tokenCount: Number(row.token_count),
  vectorVersion: row.vector_version,
  layout: row.layout ?? "",
  sharedMetadata: row.shared,
  ownMetadata: row.own,
});

/** Run of the passages that belong to no document, which are stored in sequence. */
export const DIRECT: DocumentGeneration = { documentId: "", generation: 0 };

export const countRun = async (
  query: Query,
  collectionId: string,
  { documentId, generation }: DocumentGeneration,
): Promise<number> => {
  const { rows } = await query((kysely) =>
    sql<{ readonly total: number }>`select coalesce(sum(d.passages), 0) as total from passage_collections c
      left join passage_documents d on d.collection = c.number and d.document_id = ${encodeText(documentId)}
        and d.generation = ${generation}
      where c.collection_id = ${collectionId} group by c.number`.execute(kysely),
  );
  if (rows.length === 0) throw noCollection(collectionId);
  return Number(rows[0]!.total);
};

export const readGenerations = async (query: Query, collectionId: string): Promise<readonly DocumentGeneration[]> => {
  const { rows } = await query((kysely) =>
    sql<{ readonly document_id: Uint8Array | null; readonly generation: number }>`
      select distinct d.document_id, d.generation from passage_collections c
      left join passage_documents d on d.collection = c.number and d.passages > 0
      where c.collection_id = ${collectionId}`.execute(kysely),
  );
  if (rows.length === 0) throw noCollection(collectionId);
  return rows.flatMap(({ document_id, generation }) =>
    document_id === null ? [] : [{ documentId: decodeText(document_id), generation: Number(generation) }],
  );
};

export const countPassages = async (query: Query, collectionId: string): Promise<number> => {
  const [row] = await query((kysely) =>
    kysely.selectFrom("passage_collections").select("live_count").where("collection_id", "=", collectionId).execute(),
  );
  if (row === undefined) throw noCollection(collectionId);
  return Number(row.live_count);
};
