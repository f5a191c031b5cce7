import { crc32 } from "node:zlib";
import type { DocumentGeneration, PassageText } from "../passages/passage.ts";
import { PassageIndexError } from "../passages/passage-index-error.ts";

// Each row carries a checksum of its contents, so bytes that change on disk are detected. Rows from before there were
// checksums have none, and are trusted.

/** Row of a passage without its text. */
export interface PassageHead {
  readonly row: number;
  readonly id: string;
  readonly document: number;
  readonly chunkIndex: number;
  readonly tokenCount: number;
  readonly ownMetadata: string;
  readonly vectorVersion?: string | undefined;
  readonly headSum: unknown;
}

export const HEAD_COLUMNS = `row, id, document, chunk_index as chunkIndex, token_count as tokenCount,
  passage.metadata as ownMetadata, vector_version as vectorVersion, head_sum as headSum`;

/** Text of a passage. Rows from before layouts existed have none. */
export interface TextRow extends PassageText {
  readonly textSum: unknown;
}

export const TEXT_COLUMNS = "text, context as contextText, boxes as layout, text_sum as textSum";

export type PassageRow = PassageHead & TextRow;

export const PASSAGE_COLUMNS = `${HEAD_COLUMNS}, ${TEXT_COLUMNS}`;

/** Row of the data that passages of a run share. */
export interface DocumentRow extends DocumentGeneration {
  readonly number: number;
  readonly metadata: string;
  readonly documentSum: unknown;
}

export const DOCUMENT_COLUMNS = "number, document_id as documentId, generation, metadata, sum as documentSum";

export const headSum = (head: Omit<PassageHead, "headSum">): number => {
  const { row, id, document, chunkIndex, tokenCount, ownMetadata, vectorVersion = "" } = head;
  return crc32(vectorVersion, crc32(ownMetadata, crc32(id, crc32(`${row} ${document} ${chunkIndex} ${tokenCount} `))));
};

/** Without a layout, the checksum is the same as before layouts existed. */
export const textSum = (contextText: string, text: string, layout = ""): number =>
  crc32(layout, crc32(text, crc32(contextText)));

export const documentSum = (number: number, documentId: string, generation: number, metadata: string): number =>
  crc32(metadata, crc32(documentId, crc32(`${number} ${generation} `)));

/** Returns the checksum of data stored under a number: of a block, or of a list of a segment. */
export const dataSum = (number: number, data: Uint8Array | string): number => crc32(data, crc32(`${number} `));

/** Whether a value matches its stored checksum; true if there is no checksum. */
export const matchesChecksum = (stored: unknown, sum: number): boolean => stored === null || stored === sum;

export const damaged = (message: string): PassageIndexError => new PassageIndexError({ reason: "damaged", message });

const changed = (subject: string, number: number): PassageIndexError =>
  damaged(`${subject} ${number} is not what was written`);

interface DataRow {
  readonly data: unknown;
  readonly sum: unknown;
}

// Names of the four tables of blobs in error messages; the number follows.
export const ROWS_OF = "the list of passages of segment";
export const TERMS_OF = "the list of terms of segment";
export const DELETED_OF = "the list of what was deleted from segment";
export const BLOCK = "block";

/** Returns the data of a row. Fails with `damaged` if the row is missing or has changed. */
export const verifiedData = <Data extends Uint8Array | string>(
  row: Readonly<Record<string, unknown>> | undefined,
  subject: string,
  number: number,
): Data => {
  if (row === undefined) throw damaged(`${subject} ${number} is missing`);
  const { data, sum } = row as unknown as DataRow;
  if (!matchesChecksum(sum, dataSum(number, data as Data))) throw changed(subject, number);
  return data as Data;
};

/** Fails with `damaged` if the head of a passage has changed since it was written. */
export const requireHead = (passage: PassageHead): void => {
  if (!matchesChecksum(passage.headSum, headSum(passage))) throw changed("passage", passage.row);
};

export const requireText = (row: number, { contextText, text, layout, textSum: stored }: TextRow): void => {
  if (!matchesChecksum(stored, textSum(contextText, text, layout))) throw changed("passage", row);
};

export const requirePassage = (passage: PassageRow): void => {
  requireHead(passage);
  requireText(passage.row, passage);
};

export const requireDocument = (document: DocumentRow): void => {
  const { number, documentId, generation, metadata } = document;
  if (matchesChecksum(document.documentSum, documentSum(number, documentId, generation, metadata))) return;
  throw changed("what is shared by the passages of document", number);
};
