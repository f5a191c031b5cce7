import type { Generated } from "kysely";

// Tables of the passage index of `@quarry/search`, if it is stored in the metadata database. Column conventions as in
// `Tables`.

/** Passage index of a collection. `version` increases with every commit that changes search results. */
export interface PassageCollectionsTable {
  number: Generated<number>;
  /** Null once it is dropped, until all its contents are deleted. */
  collection_id: string | null;
  version: number;
  next_seq: number;
  next_document: number;
  words_version: number;
  analyzer_version: number;
  /** Number of its passages, and the sum of their lengths in terms. */
  live_count: number;
  live_length: number;
  /** Name of the store that has its terms. "" if none has them yet. */
  words_place: string;
  /** While the terms are written to that store: `seq` up to which that is done, of those below `words_end`. */
  words_filled: number | null;
  words_end: number;
  /** Epoch milliseconds of the last heartbeat of the process that writes them. */
  words_since: number;
}

/** Columns shared by the passages of a document's run. */
export interface PassageDocumentsTable {
  collection: number;
  number: number;
  /** UTF-8, like the ids of passages. */
  document_id: Uint8Array;
  generation: number;
  passages: number;
  metadata: string;
}

/** Passages. `seq` is never reused: it orders passages by time. */
export interface PassagesTable {
  collection: number;
  seq: number;
  id: Uint8Array;
  document: number;
  chunk_index: number;
  token_count: number;
  length: number;
  metadata: string;
  context: string;
  text: string;
  /** Distinguishes its vector from those of earlier writes. "" if the id alone identifies the vector. */
  vector_version: string;
  /** Packed position of its text on its page, and its blocks. "" or null if unknown. */
  boxes: string | null;
}

/** Log of writes of clients' vectors in flight: few rows, usually none. */
export interface VectorWritesTable {
  collection: number;
  version: string;
  /** Kind of log entry: the role of the ids in the write. */
  kind: number;
  piece: number;
  /** Epoch milliseconds. */
  since: number;
  /** JSON array of ids in the vector store. */
  ids: string;
}

/** Log of writes in flight between passages and the store that has their terms: few rows, usually none. */
export interface WordWritesTable {
  number: Generated<number>;
  collection: number;
  /** State of the passages in the store: about to be added, or removed. */
  kind: number;
  /** Epoch milliseconds. */
  since: number;
  /** JSON array of the passages' `seq`. */
  seqs: string;
}

/** Terms that a store still has of a collection whose terms are in another store now. */
export interface PreviousTermsTable {
  /** Never reused: the collection may be dropped meanwhile. */
  collection: number;
  /** Name of the store. */
  place: string;
  /** Epoch milliseconds at which a process last began to remove them. 0 before that. */
  since: number;
}
