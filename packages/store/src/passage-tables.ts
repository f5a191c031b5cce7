import type { Generated } from "kysely";

// The passage index of `@quarry/search`, where it is kept in the metadata database. Columns as in `Tables`.

/** A collection's passage home. `version` grows with every commit that changes what a search may see. */
export interface PassageCollectionsTable {
  number: Generated<number>;
  /** Null once it is dropped, until all that it held is removed. */
  collection_id: string | null;
  version: number;
  next_seq: number;
  next_document: number;
  words_version: number;
  analyzer_version: number;
  /** Its passages, and their terms together. */
  live_count: number;
  live_length: number;
  /** Name of the store that has its words; "" where none has them yet. */
  words_place: string;
  /** While the words are written to that store: up to which `seq` that is done, of those below `words_end`. */
  words_filled: number | null;
  words_end: number;
  /** Epoch milliseconds of the last sign of life of the process that writes them. */
  words_since: number;
}

/** Columns that the passages of a document's run share. */
export interface PassageDocumentsTable {
  collection: number;
  number: number;
  /** UTF-8, as the ids of passages. */
  document_id: Uint8Array;
  generation: number;
  passages: number;
  metadata: string;
}

/** `seq` is given once and never again: it orders passages by time. */
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
  /** Tells its vector from those of earlier writes; "" where its id alone is its vector's. */
  vector_version: string;
  /** Packed position of its text on its page, and its blocks; "" or null where they aren't known. */
  boxes: string | null;
}

/** Writes of clients' vectors that are not settled: few rows, most of the time none. */
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

/** Writes in flight between passages and the store that has their terms: few rows, most of the time none. */
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

/** Words that a store still has of a collection whose words are in another one by now. */
export interface PreviousTermsTable {
  /** Never given again: it may be dropped meanwhile. */
  collection: number;
  /** Name of the store. */
  place: string;
  /** Epoch milliseconds of when somebody last began to remove them; 0 before. */
  since: number;
}
