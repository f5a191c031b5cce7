import { ingest } from "./benches/ingest.ts";
import { keywordQuery } from "./benches/keyword-query.ts";
import { queryOverhead } from "./benches/query-overhead.ts";
import { restOverhead } from "./benches/rest-overhead.ts";
import { uploadMemory } from "./benches/upload-memory.ts";
import type { Bench } from "./harness/bench.ts";

/** All benches, in the order in which `all` runs them. */
export const BENCHES: readonly Bench[] = [restOverhead, queryOverhead, keywordQuery, ingest, uploadMemory];
