import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { catalog } from "./0001-catalog.ts";
import { jobs } from "./0002-jobs.ts";
import { apiKeys } from "./0003-api-keys.ts";
import { storedAnswers } from "./0004-stored-answers.ts";
import { webhooks } from "./0005-webhooks.ts";
import { queryAnalytics } from "./0006-query-analytics.ts";
import { indexChanges } from "./0007-index-changes.ts";
import { embeddingCache } from "./0008-embedding-cache.ts";
import { passages } from "./0009-passages.ts";
import { embedderFits } from "./0010-embedder-fits.ts";
import { emptyQueries } from "./0013-empty-queries.ts";
import { waiting } from "./0015-waiting.ts";
import { vectorWrites } from "./0016-vector-writes.ts";
import { endedSessions } from "./0018-ended-sessions.ts";
import { jobTurns } from "./0019-job-turns.ts";
import { keptCounts } from "./0020-kept-counts.ts";
import { wordStore } from "./0021-word-store.ts";
import { ownIds } from "./0022-own-ids.ts";
import { documentFacts } from "./0023-document-facts.ts";
import { keyBoundaries } from "./0024-key-boundaries.ts";
import { soughtByStarts } from "./0025-sought-by-starts.ts";
import { formerFiles } from "./0026-former-files.ts";
import { factsInOrder } from "./0028-facts-in-order.ts";
import { formerWords } from "./0030-former-words.ts";
import { boundedReads } from "./0031-bounded-reads.ts";
import { uploadedFiles } from "./0041-uploaded-files.ts";
import { usageDays } from "./0042-usage-days.ts";
import type { ColumnTypes } from "./column-types.ts";
import { newerSchema } from "./newer-schema.ts";
import { type SchemaChange, schemaEditor } from "./schema-editor.ts";

/**
 * All migrations, in order. A released one is never edited: a change is a new entry. MySQL commits each schema
 * statement separately, so a migration must be able to run again after any of its statements: `SchemaEditor` creates only
 * what is missing.
 */
const MIGRATIONS: Readonly<Record<string, SchemaChange>> = {
  "0001_catalog": catalog,
  "0002_jobs": jobs,
  "0003_api_keys": apiKeys,
  "0004_stored_answers": storedAnswers,
  "0005_webhooks": webhooks,
  "0006_query_analytics": queryAnalytics,
  "0007_index_changes": indexChanges,
  "0008_embedding_cache": embeddingCache,
  "0009_passages": passages,
  "0010_embedder_fits": embedderFits,
  // Default weight of the semantic score in a collection's hybrid queries.
  "0011_default_alpha": ({ addColumn }) => addColumn("collections", "default_alpha", sql`double precision`),
  // Start of a job's last attempt. The lease doesn't show how long a job has been running: heartbeats renew it.
  "0012_job_attempts": ({ addColumn }) => addColumn("jobs", "claimed_at", "bigint"),
  "0013_empty_queries": emptyQueries,
  "0014_chunk_strategy": ({ addColumn, types }) => addColumn("collections", "chunk_strategy", types.key),
  "0015_waiting": waiting,
  "0016_vector_writes": vectorWrites,
  // Progress of a repair of a collection's index: what it has rebuilt, and what it could not.
  "0017_repairs": ({ addColumn, types }) => addColumn("index_changes", "repair", types.json),
  "0018_ended_sessions": endedSessions,
  "0019_job_turns": jobTurns,
  "0020_kept_counts": keptCounts,
  "0021_word_store": wordStore,
  "0022_own_ids": ownIds,
  "0023_document_facts": documentFacts,
  "0024_key_boundaries": keyBoundaries,
  "0025_sought_by_starts": soughtByStarts,
  "0026_former_files": formerFiles,
  // Positions of passages on their pages.
  "0027_boxes": ({ addColumn, types }) => addColumn("passages", "boxes", types.text),
  "0028_facts_in_order": factsInOrder,
  "0030_former_words": formerWords,
  "0031_bounded_reads": boundedReads,
  // External ids are compared in Unicode NFC, and shown as they were sent. Null if both are equal.
  "0032_own_ids_as_sent": ({ addColumn, types }) => addColumn("documents", "external_id_sent", types.text),
  "0041_uploaded_files": uploadedFiles,
  "0042_usage_days": usageDays,
};

/**
 * Updates the schema; does nothing if it is current. Throws the database's error with the name of the migration, or
 * reports that a newer version has used the database.
 */
// Migrations don't know the tables as they are today, only as they were when written.
// eslint-disable-next-line typescript/no-explicit-any
export const migrate = async (kysely: Kysely<any>, types: ColumnTypes): Promise<void> => {
  const migrations = Object.entries(MIGRATIONS).map(([name, change]): [string, Migration] => [
    name,
    { up: (connection) => change(schemaEditor(connection, types)) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const migrator = new Migrator({ db: kysely, provider });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName;
  if (failed === undefined) throw (await newerSchema(kysely, Object.keys(MIGRATIONS)).catch(() => undefined)) ?? error;
  throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
};
