import { ingest } from "./benches/ingest.ts";
import { restOverhead } from "./benches/rest-overhead.ts";
import { uploadMemory } from "./benches/upload-memory.ts";
import type { Bench } from "./harness/bench.ts";

/** All benches, in the order in which `all` runs them. */
export const BENCHES: readonly Bench[] = [restOverhead, ingest, uploadMemory];
