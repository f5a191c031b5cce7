import type { Kysely } from "kysely";
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
import { defaultAlpha } from "./0011-default-alpha.ts";
import { jobAttempts } from "./0012-job-attempts.ts";
import { emptyQueries } from "./0013-empty-queries.ts";
import { chunkStrategy } from "./0014-chunk-strategy.ts";
import { waiting } from "./0015-waiting.ts";
import { vectorWrites } from "./0016-vector-writes.ts";
import { repairs } from "./0017-repairs.ts";
import { endedSessions } from "./0018-ended-sessions.ts";
import { jobTurns } from "./0019-job-turns.ts";
import { keptCounts } from "./0020-kept-counts.ts";
import { wordStore } from "./0021-word-store.ts";
import { ownIds } from "./0022-own-ids.ts";
import { documentFacts } from "./0023-document-facts.ts";
import { keyBoundaries } from "./0024-key-boundaries.ts";
import { soughtByStarts } from "./0025-sought-by-starts.ts";
import { formerFiles } from "./0026-former-files.ts";
import { boxes } from "./0027-boxes.ts";
import { factsInOrder } from "./0028-facts-in-order.ts";
import { formerWords } from "./0030-former-words.ts";
import { boundedReads } from "./0031-bounded-reads.ts";
import { ownIdsAsSent } from "./0032-own-ids-as-sent.ts";
import { uploadedFiles } from "./0041-uploaded-files.ts";
import { usageDays } from "./0042-usage-days.ts";
import type { ColumnTypes } from "./column-types.ts";
import { newerSchema } from "./newer-schema.ts";

/**
 * All migrations, in order. A released one is never edited: a change is a new entry. MySQL commits each schema
 * statement separately, so a migration must be able to run again after any of its statements. The functions of
 * create.ts create only what is missing.
 */
const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  "0001_catalog": catalog(types),
  "0002_jobs": jobs(types),
  "0003_api_keys": apiKeys(types),
  "0004_stored_answers": storedAnswers(types),
  "0005_webhooks": webhooks(types),
  "0006_query_analytics": queryAnalytics(types),
  "0007_index_changes": indexChanges(types),
  "0008_embedding_cache": embeddingCache(types),
  "0009_passages": passages(types),
  "0010_embedder_fits": embedderFits(types),
  "0011_default_alpha": defaultAlpha(types),
  "0012_job_attempts": jobAttempts(types),
  "0013_empty_queries": emptyQueries(types),
  "0014_chunk_strategy": chunkStrategy(types),
  "0015_waiting": waiting(types),
  "0016_vector_writes": vectorWrites(types),
  "0017_repairs": repairs(types),
  "0018_ended_sessions": endedSessions(types),
  "0019_job_turns": jobTurns(types),
  "0020_kept_counts": keptCounts(types),
  "0021_word_store": wordStore(types),
  "0022_own_ids": ownIds(types),
  "0023_document_facts": documentFacts(types),
  "0024_key_boundaries": keyBoundaries(types),
  "0025_sought_by_starts": soughtByStarts(types),
  "0026_former_files": formerFiles(types),
  "0027_boxes": boxes(types),
  "0028_facts_in_order": factsInOrder(types),
  "0030_former_words": formerWords(types),
  "0031_bounded_reads": boundedReads(types),
  "0032_own_ids_as_sent": ownIdsAsSent(types),
  "0041_uploaded_files": uploadedFiles(types),
  "0042_usage_days": usageDays(types),
});

/**
 * Updates the schema; does nothing if it is current. Throws the database's error with the name of the migration, or
 * reports that a newer version has used the database.
 */
// Migrations don't know the tables as they are today, only as they were when written.
// eslint-disable-next-line typescript/no-explicit-any
export const migrate = async (kysely: Kysely<any>, types: ColumnTypes): Promise<void> => {
  const known = migrations(types);
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => known } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName;
  if (failed === undefined) throw (await newerSchema(kysely, Object.keys(known)).catch(() => undefined)) ?? error;
  throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
};
