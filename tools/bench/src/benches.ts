import { batchQuery } from "./benches/batch-query.ts";
import { busyTurns } from "./benches/busy-turns.ts";
import { chunkLine } from "./benches/chunk-line.ts";
import { cliIngest } from "./benches/cli-ingest.ts";
import { console_ } from "./benches/console.ts";
import { engineApi } from "./benches/engine-api.ts";
import { ingest } from "./benches/ingest.ts";
import { keywordQuery } from "./benches/keyword-query.ts";
import { passageIndex } from "./benches/passage-index.ts";
import { parseOffice } from "./benches/parse-office.ts";
import { parsePdf } from "./benches/parse-pdf.ts";
import { parseText } from "./benches/parse-text.ts";
import { providerPace } from "./benches/provider-pace.ts";
import { queryOverhead } from "./benches/query-overhead.ts";
import { remoteStore } from "./benches/remote-store.ts";
import { restOverhead } from "./benches/rest-overhead.ts";
import { sseStreams } from "./benches/sse-streams.ts";
import { stores } from "./benches/stores.ts";
import { uploadMemory } from "./benches/upload-memory.ts";
import { vectorGrowth } from "./benches/vector-growth.ts";
import { vectorSearch } from "./benches/vector-search.ts";
import { vectorUpsert } from "./benches/vector-upsert.ts";
import { vectorUpsertSingle } from "./benches/vector-upsert-single.ts";
import { webhookDeliveries } from "./benches/webhook-deliveries.ts";
import { workers } from "./benches/workers.ts";
import type { Bench } from "./harness/bench.ts";

/** All benches, in the order in which `all` runs them. */
export const BENCHES: readonly Bench[] = [
  restOverhead,
  queryOverhead,
  keywordQuery,
  vectorSearch,
  vectorGrowth,
  passageIndex,
  chunkLine,
  ingest,
  cliIngest,
  providerPace,
  uploadMemory,
  vectorUpsert,
  vectorUpsertSingle,
  busyTurns,
  engineApi,
  webhookDeliveries,
  sseStreams,
  console_,
  parseText,
  parseOffice,
  parsePdf,
  batchQuery,
  stores,
  remoteStore,
  workers,
];
