import { crc32 } from "node:zlib";
import { PassageIndexError } from "../passages/passage-index-error.ts";

// Each row carries a checksum of its contents, so bytes that change on disk are detected. Rows from before there were
// checksums have none, and are trusted.

/** Columns of a passage that are read without its text. */
export interface PassageHead {
  readonly row: number;
  readonly id: string;
  readonly document: number;
  readonly chunkIndex: number;
  readonly tokenCount: number;
  readonly ownMetadata: string;
  readonly vectorVersion?: string | undefined;
}

export const headSum = (head: PassageHead): number => {
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
export const requireHead = (passage: PassageHead & { readonly headSum: unknown }): void => {
  if (!matchesChecksum(passage.headSum, headSum(passage))) throw changed("passage", passage.row);
};

export const requireText = (passage: {
  readonly row: number;
  readonly contextText: string;
  readonly text: string;
  readonly layout?: string | undefined;
  readonly textSum: unknown;
}): void => {
  const { row, contextText, text, layout } = passage;
  if (!matchesChecksum(passage.textSum, textSum(contextText, text, layout))) throw changed("passage", row);
};

export const requireDocument = (document: {
  readonly number: number;
  readonly documentId: string;
  readonly generation: number;
  readonly metadata: string;
  readonly documentSum: unknown;
}): void => {
  const { number, documentId, generation, metadata } = document;
  if (matchesChecksum(document.documentSum, documentSum(number, documentId, generation, metadata))) return;
  throw changed("what is shared by the passages of document", number);
};
