import { sql } from "kysely";
import { noCollection } from "../collection-id.ts";
import { decodeText, encodeText } from "./bytes.ts";
import type { Query } from "./index-database.ts";
import { inPieces } from "./insert-rows.ts";
import type {
  BlockNumbers,
  Identity,
  IndexChanges,
  NumberedText,
  OwnMetadata,
  PassageNumber,
  QuestionAnswers,
  SearcherQuestion,
  SegmentChange,
  SegmentHead,
  StoredBlock,
  StoredDocument,
} from "./protocol.ts";
import { LIVE } from "./segment-status.ts";

/** Reads what the searcher needs. Each question is one statement where it must be of one moment. */
export const answerQuestion = (
  query: Query,
  question: SearcherQuestion,
): Promise<QuestionAnswers[SearcherQuestion["kind"]]> => {
  const { collection } = question;
  switch (question.kind) {
    case "changes":
      return readChanges(query, collection, question.seen);
    case "heads":
      return readHeads(query, collection, question.segments);
    case "blocks":
      return readBlocks(query, collection, question.wanted);
    case "documents":
      return readDocuments(query, collection, question.numbers);
    case "metadata":
      return readMetadata(query, collection, question.seqs);
    case "identities":
      return readIdentities(query, collection, question.seqs);
    case "texts":
      return readTexts(query, collection, question.seqs);
    case "seqs":
      return readSeqs(query, collection, question.ids);
  }
};

interface ChangeRow {
  readonly version: number;
  readonly number: number | null;
  readonly first_seq: number;
  readonly live_count: number;
  readonly live_length: number;
  readonly deleted: Uint8Array | null;
}

// One statement, so that segments and what is deleted in them are of one commit. Of a segment that is new to who asks,
// all that was ever deleted in it is needed.
const readChanges = async (query: Query, collection: number, seen: number): Promise<IndexChanges> => {
  const { rows } = await query((kysely) =>
    sql<ChangeRow>`select c.version, s.number, s.first_seq, s.live_count, s.live_length, x.data as deleted
      from passage_collections c
      left join passage_segments s on s.collection = c.number and s.status = ${LIVE}
      left join passage_deletions x on x.collection = s.collection and x.segment = s.number
        and (x.version > ${seen} or s.born > ${seen})
      where c.number = ${collection} and c.collection_id is not null
      order by s.first_seq, x.version`.execute(kysely),
  );
  if (rows.length === 0) throw noCollection(`number ${collection}`);
  const segments = new Map<number, SegmentChange & { readonly deleted: Uint8Array[] }>();
  for (const row of rows) {
    if (row.number === null) continue;
    const number = Number(row.number);
    let segment = segments.get(number);
    if (segment === undefined) {
      segment = {
        number,
        firstSeq: Number(row.first_seq),
        liveCount: Number(row.live_count),
        liveLength: Number(row.live_length),
        deleted: [],
      };
      segments.set(number, segment);
    }
    if (row.deleted !== null) segment.deleted.push(copy(row.deleted));
  }
  return { version: Number(rows[0]!.version), segments: [...segments.values()] };
};

const readHeads = async (
  query: Query,
  collection: number,
  segments: readonly number[],
): Promise<readonly SegmentHead[]> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("passage_segments")
      .select(["number", "data", "terms"])
      .where("collection", "=", collection)
      .where("number", "in", segments)
      .where("status", "=", LIVE)
      .execute(),
  );
  return rows.map(({ number, data, terms }) => ({ number: Number(number), data: copy(data), terms: copy(terms) }));
};

const readBlocks = async (
  query: Query,
  collection: number,
  wanted: readonly BlockNumbers[],
): Promise<readonly StoredBlock[]> => {
  const ofSegments = wanted.map(
    ({ segment, blocks }) => sql`(segment = ${segment} and block in (${sql.join(blocks)}))`,
  );
  const { rows } = await query((kysely) =>
    sql<StoredBlock>`select segment, block, data from passage_blocks
      where collection = ${collection} and (${sql.join(ofSegments, sql` or `)})`.execute(kysely),
  );
  return rows.map(({ segment, block, data }) => ({
    segment: Number(segment),
    block: Number(block),
    data: copy(data),
  }));
};

const readDocuments = async (
  query: Query,
  collection: number,
  numbers: readonly number[],
): Promise<readonly StoredDocument[]> => {
  const found: StoredDocument[] = [];
  for (const part of inPieces(numbers)) {
    const rows = await query((kysely) =>
      kysely
        .selectFrom("passage_documents")
        .select(["number", "document_id", "metadata"])
        .where("collection", "=", collection)
        .where("number", "in", part)
        .execute(),
    );
    for (const { number, document_id, metadata } of rows) {
      found.push({ number: Number(number), documentId: decodeText(document_id), metadata });
    }
  }
  return found;
};

const readMetadata = async (
  query: Query,
  collection: number,
  seqs: readonly number[],
): Promise<readonly OwnMetadata[]> => {
  const found: OwnMetadata[] = [];
  for (const part of inPieces(seqs)) {
    const rows = await query((kysely) =>
      kysely
        .selectFrom("passages")
        .select(["seq", "metadata"])
        .where("collection", "=", collection)
        .where("seq", "in", part)
        .execute(),
    );
    for (const { seq, metadata } of rows) found.push({ seq: Number(seq), metadata });
  }
  return found;
};

const readTexts = async (
  query: Query,
  collection: number,
  seqs: readonly number[],
): Promise<readonly NumberedText[]> => {
  const found: NumberedText[] = [];
  for (const part of inPieces(seqs)) {
    const rows = await query((kysely) =>
      kysely
        .selectFrom("passages")
        .select(["seq", "text", "context"])
        .where("collection", "=", collection)
        .where("seq", "in", part)
        .execute(),
    );
    for (const { seq, text, context } of rows) found.push({ seq: Number(seq), text, contextText: context });
  }
  return found;
};

interface IdentityRow {
  readonly seq: number;
  readonly id: Uint8Array;
  readonly vector_version: string;
  readonly document_id: Uint8Array;
  readonly generation: number;
}

const readIdentities = async (
  query: Query,
  collection: number,
  seqs: readonly number[],
): Promise<readonly Identity[]> => {
  const found: Identity[] = [];
  for (const part of inPieces(seqs)) {
    const { rows } = await query((kysely) =>
      sql<IdentityRow>`select p.seq, p.id, p.vector_version, d.document_id, d.generation from passages p
        join passage_documents d on d.collection = p.collection and d.number = p.document
        where p.collection = ${collection} and p.seq in (${sql.join(part)})`.execute(kysely),
    );
    for (const { seq, id, vector_version, document_id, generation } of rows) {
      found.push({
        seq: Number(seq),
        id: decodeText(id),
        vectorVersion: vector_version,
        documentId: decodeText(document_id),
        generation: Number(generation),
      });
    }
  }
  return found;
};

const readSeqs = async (
  query: Query,
  collection: number,
  ids: readonly string[],
): Promise<readonly PassageNumber[]> => {
  const found: PassageNumber[] = [];
  for (const part of inPieces(ids)) {
    const rows = await query((kysely) =>
      kysely
        .selectFrom("passages")
        .select(["seq", "id"])
        .where("collection", "=", collection)
        .where("id", "in", part.map(encodeText))
        .execute(),
    );
    for (const { seq, id } of rows) found.push({ seq: Number(seq), id: decodeText(id) });
  }
  return found;
};

// Drivers give pieces of larger buffers, and a message to a thread would take the whole of them along.
const copy = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
