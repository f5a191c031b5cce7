import { DatabaseSync } from "node:sqlite";
import { isVerifiedAtOpen, structuralDamage } from "./open-database.ts";
import {
  BLOCK,
  damaged,
  DELETED_OF,
  requireDocument,
  requireHead,
  requireText,
  ROWS_OF,
  TERMS_OF,
  wholeData,
} from "./checksums.ts";
import {
  DOCUMENTS as OF_DOCUMENTS,
  LIVE,
  requireOrigin,
  schemaVersionOf,
  WITHOUT_BOXES,
  WITHOUT_FIELD_VALUES,
  WITHOUT_SUMS,
} from "./schema.ts";

/**
 * Reads a whole file: how it is built, that each index has what its table has, and each row's checksum. Fails with
 * `damaged` at the first that isn't as it was written. Changes nothing.
 */
export const verifyFile = (path: string, collectionId: string): void => {
  // Not `readOnly`: such a connection can't take over the log that a crash left behind.
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma query_only = on");
    const damage = structuralDamage(database);
    if (damage !== undefined) throw damaged(`the file is damaged: ${damage}`);
    database.exec("begin");
    // A file of before has no checksums to compare with, and doesn't say whose it is.
    const version = schemaVersionOf(database);
    if (version === WITHOUT_SUMS) return;
    requireOrigin(database, collectionId);
    verifyRows(database, version);
    // Before there were field values there were no segments but those of passages.
    const hasFieldValues = version > WITHOUT_FIELD_VALUES;
    requireFound(database, "passage", hasFieldValues ? `kind <> ${OF_DOCUMENTS}` : "true");
    if (hasFieldValues) requireFound(database, "document", `kind = ${OF_DOCUMENTS}`, "facts is not null");
  } finally {
    database.close();
  }
};

/** The same for a file that is small enough to be read when it is opened. */
export const verifySmallFile = (path: string, collectionId: string): void => {
  if (isVerifiedAtOpen(path)) verifyFile(path, collectionId);
};

const verifyRows = (database: DatabaseSync, version: number): void => {
  for (const row of database.prepare(DOCUMENTS).iterate()) requireDocument(row as never);
  for (const row of database.prepare(passages(version > WITHOUT_BOXES)).iterate()) {
    requireHead(row as never);
    requireText(row as never);
  }
  for (const [table, what] of DATA_TABLES) {
    const key = table === "block" ? "id" : "segment";
    for (const row of database.prepare(`select ${key} as number, data, sum from ${table}`).iterate()) {
      wholeData(row, what, Number(row["number"]));
    }
  }
};

/** Segments must find each that is there, and nothing else. */
const requireFound = (database: DatabaseSync, table: string, segments: string, rows = "true"): void => {
  const counts = database.prepare(`select
    (select coalesce(sum(live_count), 0) from segment where status = ${LIVE} and ${segments}) as live,
    (select count(*) from ${table} where ${rows}) as held`);
  const { live, held } = counts.get() as unknown as Record<"live" | "held", number>;
  if (live !== held) throw damaged(`${held} ${table}s are there, of ${live} that can be found`);
};

const DOCUMENTS = "select number, document_id as documentId, generation, metadata, sum as documentSum from document";
const passages = (
  haveBoxes: boolean,
): string => `select row, id, document, chunk_index as chunkIndex, token_count as tokenCount, metadata as ownMetadata,
  context as contextText, text, vector_version as vectorVersion, head_sum as headSum, text_sum as textSum
  ${haveBoxes ? ", boxes as layout" : ""} from passage`;
const DATA_TABLES = [
  ["segment_rows", ROWS_OF],
  ["segment_terms", TERMS_OF],
  ["segment_deleted", DELETED_OF],
  ["block", BLOCK],
] as const;
