import type { StoredPassage } from "@quarry/index";
import { type RawBuilder, sql } from "kysely";
import { decodeText, encodeText } from "../database/bytes.ts";
import type { Query } from "../database/index-database.ts";
import { inBatches } from "../database/insert-rows.ts";
import { type PassageRow, stored } from "../database/passage-queries.ts";

/** Columns of a passage that are read besides its id. */
export interface LookNeeds {
  readonly texts: boolean;
  readonly metadata: boolean;
}

/** Fields of a collection's state that change with every write to it. */
export interface StateMark {
  readonly version: number;
  readonly termsEnd: number;
}

/** Result of a read, and the collection's state at that moment: one statement reads both. */
export interface ReadAtState<Found> {
  readonly found: Found;
  /** Undefined if the collection is gone. */
  readonly mark: StateMark | undefined;
}

interface MarkRow {
  readonly version: number;
  readonly words_end: number;
  /** Null if nothing was found. */
  readonly seq: number | null;
}

/** Values of the columns that are not always read. */
const UNREAD = { text: "", context: "", own: "", shared: "", layout: "" };

type Row = MarkRow & Omit<PassageRow, keyof typeof UNREAD> & Partial<Pick<PassageRow, keyof typeof UNREAD>>;

/**
 * Returns the existing passages with these numbers, by number. Parts that are not needed are "". Reads few at a time,
 * because with their texts they can be large.
 */
export const readPassages = async (
  query: Query,
  collection: number,
  seqs: readonly number[],
  { texts, metadata }: LookNeeds,
): Promise<ReadAtState<ReadonlyMap<number, StoredPassage>>> => {
  const more: RawBuilder<unknown>[] = [];
  if (texts) more.push(sql`, p.text, p.context`);
  if (texts || metadata) more.push(sql`, p.boxes as layout`);
  if (metadata) more.push(sql`, p.metadata as own, d.metadata as shared`);
  const { rows } = await query((kysely) =>
    // A left join: with an inner join the database may begin with the documents and read all of their passages.
    // Selecting `d.passages`, which no index contains, keeps the database from scanning all documents of the collection
    // in an index that covers the other columns.
    sql<Row>`select c.version, c.words_end, p.seq, p.id, p.vector_version, p.chunk_index, p.token_count,
        d.document_id, d.generation, d.passages ${sql.join(more, sql``)}
      from passage_collections c
      left join passages p on p.collection = ${collection} and p.seq in (${sql.join(seqs)})
      left join passage_documents d on d.collection = p.collection and d.number = p.document
      where c.number = ${collection} and c.collection_id is not null`.execute(kysely),
  );
  return {
    found: new Map(foundIn(rows).map((row) => [Number(row.seq), stored({ ...UNREAD, ...row })])),
    mark: markOf(rows),
  };
};

const foundIn = <Found extends MarkRow>(rows: readonly Found[]): readonly Found[] =>
  rows.filter(({ seq }) => seq !== null);

const markOf = ([row]: readonly MarkRow[]): StateMark | undefined =>
  row && { version: Number(row.version), termsEnd: Number(row.words_end) };

/** Returns the numbers of the existing passages, by id. Without ids it reads only the state. */
export const readSeqs = async (
  query: Query,
  collection: number,
  ids: readonly string[],
): Promise<ReadAtState<ReadonlyMap<string, number>>> => {
  const found = new Map<string, number>();
  let mark: StateMark | undefined;
  for (const part of ids.length === 0 ? [[]] : inBatches(ids)) {
    const wanted = part.length === 0 ? sql`null` : sql.join(part.map(encodeText));
    const { rows } = await query((kysely) =>
      sql<MarkRow & { readonly id: Uint8Array }>`select c.version, c.words_end, p.seq, p.id
        from passage_collections c left join passages p on p.collection = ${collection} and p.id in (${wanted})
        where c.number = ${collection} and c.collection_id is not null`.execute(kysely),
    );
    for (const { seq, id } of foundIn(rows)) found.set(decodeText(id), Number(seq));
    mark = markOf(rows);
  }
  return { found, mark };
};
