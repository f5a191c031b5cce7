export { type IngestWorkerOptions, openDocuments, runIngestWorkers } from "./ingest-workers.ts";
export { ParseFailure } from "./parse/parse-failure.ts";
export { ParsePool, type ParsePoolOptions } from "./parse/parse-pool.ts";
export { type ParseEvent } from "./parse/parse-protocol.ts";
export type { ContextualChunk, PageProgress, ParseTask } from "./parse/parse-protocol.ts";
export { recoverAlone, recoverAmongOthers, sweepOrphansNowAndThen } from "./recover.ts";
