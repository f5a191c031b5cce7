export { type IngestWorkerOptions, runIngestWorkers } from "./ingest-workers.ts";
export { ParseFailure } from "./parse/parse-failure.ts";
export { type ParseEvent, ParsePool, type ParsePoolOptions } from "./parse/parse-pool.ts";
export type { ContextualChunk, PageProgress, ParseTask } from "./parse/parse-protocol.ts";
export { recoverAlone, recoverAmongOthers, sweepOrphansNowAndThen } from "./recover.ts";
