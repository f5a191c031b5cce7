import { type RawBuilder, sql } from "kysely";
import { decodeText, encodeText } from "../database/bytes.ts";
import type { Query } from "../database/index-database.ts";
import { inPieces } from "../database/insert-rows.ts";
import type { DocumentGeneration } from "../passage.ts";
import type { StoredPassage } from "./look-into-passages.ts";

/** What is read of a passage beside its name. */
export interface LookNeeds {
  readonly texts: boolean;
  readonly metadata: boolean;
}

export interface LookedAtPassage extends DocumentGeneration, StoredPassage {
  readonly seq: number;
  readonly id: string;
  readonly vectorVersion: string;
  readonly chunkIndex: number;
  readonly tokenCount: number;
  readonly boxes: string;
}

interface Row {
  readonly seq: number;
  readonly id: Uint8Array;
  readonly vector_version: string;
  readonly document_id: Uint8Array;
  readonly generation: number;
  readonly chunk_index: number;
  readonly token_count: number;
  readonly text?: string;
  readonly context?: string;
  readonly own?: string;
  readonly shared?: string;
  readonly boxes?: string | null;
}

/** The passages that are there of those with these numbers, by number. Few at a time: with their texts they may be large. */
export const lookAtPassages = async (
  query: Query,
  collection: number,
  seqs: readonly number[],
  { texts, metadata }: LookNeeds,
): Promise<ReadonlyMap<number, LookedAtPassage>> => {
  const more: RawBuilder<unknown>[] = [];
  if (texts) more.push(sql`, p.text, p.context`);
  if (metadata) more.push(sql`, p.boxes, p.metadata as own, d.metadata as shared`);
  const { rows } = await query((kysely) =>
    // A left join: an inner one may begin with the documents, and reads all of their passages. `d.passages`, of which there is
    // no index, keeps the database from looking for a document among all of the collection in one that has the rest.
    sql<Row>`select p.seq, p.id, p.vector_version, p.chunk_index, p.token_count,
        d.document_id, d.generation, d.passages ${sql.join(more, sql``)}
      from passages p left join passage_documents d on d.collection = p.collection and d.number = p.document
      where p.collection = ${collection} and p.seq in (${sql.join(seqs)})`.execute(kysely),
  );
  return new Map(rows.map((row) => [Number(row.seq), lookedAt(row)]));
};

const lookedAt = ({ text, context, own, shared, boxes, ...row }: Row): LookedAtPassage => ({
  seq: Number(row.seq),
  id: decodeText(row.id),
  vectorVersion: row.vector_version,
  chunkIndex: Number(row.chunk_index),
  tokenCount: Number(row.token_count),
  documentId: decodeText(row.document_id),
  generation: Number(row.generation),
  text: text ?? "",
  contextText: context ?? "",
  shared: shared ?? "",
  own: own ?? "",
  boxes: boxes ?? "",
});

/** Numbers of the passages that are there, by id. */
export const readSeqs = async (
  query: Query,
  collection: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>();
  for (const part of inPieces(ids)) {
    const rows = await query((kysely) =>
      kysely
        .selectFrom("passages")
        .select(["seq", "id"])
        .where("collection", "=", collection)
        .where("id", "in", part.map(encodeText))
        .execute(),
    );
    for (const { seq, id } of rows) found.set(decodeText(id), Number(seq));
  }
  return found;
};
