import { batchQuery } from "./benches/batch-query.ts";
import { ingest } from "./benches/ingest.ts";
import { keywordQuery } from "./benches/keyword-query.ts";
import { passageIndex } from "./benches/passage-index.ts";
import { parseOffice } from "./benches/parse-office.ts";
import { parsePdf } from "./benches/parse-pdf.ts";
import { parseText } from "./benches/parse-text.ts";
import { providerPace } from "./benches/provider-pace.ts";
import { queryOverhead } from "./benches/query-overhead.ts";
import { restOverhead } from "./benches/rest-overhead.ts";
import { sseStreams } from "./benches/sse-streams.ts";
import { stores } from "./benches/stores.ts";
import { uploadMemory } from "./benches/upload-memory.ts";
import { vectorUpsert } from "./benches/vector-upsert.ts";
import { webhookDeliveries } from "./benches/webhook-deliveries.ts";
import { workers } from "./benches/workers.ts";
import type { Bench } from "./harness/bench.ts";

/** All benches, in the order in which `all` runs them. */
export const BENCHES: readonly Bench[] = [
  restOverhead,
  queryOverhead,
  keywordQuery,
  passageIndex,
  ingest,
  providerPace,
  uploadMemory,
  vectorUpsert,
  webhookDeliveries,
  sseStreams,
  parseText,
  parseOffice,
  parsePdf,
  batchQuery,
  stores,
  workers,
];
