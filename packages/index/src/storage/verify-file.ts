import { DatabaseSync } from "node:sqlite";
import { isVerifiedAtOpen, structuralDamage } from "./open-database.ts";
import {
  BLOCK,
  damaged,
  DELETED_OF,
  DOCUMENT_COLUMNS,
  HEAD_COLUMNS,
  PASSAGE_COLUMNS,
  requireDocument,
  requirePassage,
  ROWS_OF,
  TERMS_OF,
  verifiedData,
} from "./checksums.ts";
import {
  DOCUMENTS,
  LIVE,
  readState,
  requireOrigin,
  WITHOUT_BOXES,
  WITHOUT_FIELD_VALUES,
  WITHOUT_SUMS,
} from "./schema.ts";

/**
 * Verifies a whole file: its structure, the consistency of each index with its table, and each row's checksum. Fails
 * with `damaged` at the first fault. Changes nothing.
 */
export const verifyFile = (path: string, collectionId: string): void => {
  // Not `readOnly`: a read-only connection can't recover the log that a crash left.
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma query_only = on");
    const damage = structuralDamage(database);
    if (damage !== undefined) throw damaged(`the file is damaged: ${damage}`);
    database.exec("begin");
    // A file of the first version has no checksums, and doesn't record its collection.
    const { schemaVersion: version, postingsVersion } = readState(database);
    if (version === WITHOUT_SUMS) return;
    requireOrigin(database, collectionId);
    verifyRows(database, version);
    // Before field values existed, all segments were segments of passages.
    const hasFieldValues = version > WITHOUT_FIELD_VALUES;
    const isPartlyRebuilt = postingsVersion < 0;
    if (!isPartlyRebuilt) requireEqualCounts(database, "passage", hasFieldValues ? `kind <> ${DOCUMENTS}` : "true");
    if (hasFieldValues) requireEqualCounts(database, "document", `kind = ${DOCUMENTS}`, "facts is not null");
  } finally {
    database.close();
  }
};

/** Verifies a file that is small enough to be read when it is opened. */
export const verifySmallFile = (path: string, collectionId: string): void => {
  if (isVerifiedAtOpen(path)) verifyFile(path, collectionId);
};

const verifyRows = (database: DatabaseSync, version: number): void => {
  const columns =
    version > WITHOUT_BOXES ? PASSAGE_COLUMNS : `${HEAD_COLUMNS}, text, context as contextText, text_sum as textSum`;
  const documents = database.prepare(`select ${DOCUMENT_COLUMNS} from document`);
  for (const row of documents.iterate()) requireDocument(row as never);
  for (const row of database.prepare(`select ${columns} from passage`).iterate()) requirePassage(row as never);
  for (const [table, subject] of DATA_TABLES) {
    const key = table === "block" ? "id" : "segment";
    for (const row of database.prepare(`select ${key} as number, data, sum from ${table}`).iterate()) {
      verifiedData(row, subject, Number(row["number"]));
    }
  }
};

/** Fails with `damaged` unless the segments contain as many live rows as the table has rows. */
const requireEqualCounts = (database: DatabaseSync, table: string, segments: string, rows = "true"): void => {
  const counts = database.prepare(`select
    (select coalesce(sum(live_count), 0) from segment where status = ${LIVE} and ${segments}) as live,
    (select count(*) from ${table} where ${rows}) as stored`);
  const { live, stored } = counts.get() as unknown as Record<"live" | "stored", number>;
  if (live !== stored) throw damaged(`${stored} ${table}s are there, of ${live} that can be found`);
};

const DATA_TABLES = [
  ["segment_rows", ROWS_OF],
  ["segment_terms", TERMS_OF],
  ["segment_deleted", DELETED_OF],
  ["block", BLOCK],
] as const;
