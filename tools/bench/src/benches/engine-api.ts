import { type Bench, type BenchContext, rowsOf } from "../harness/bench.ts";
import { type Figure, type Goal, measured } from "../harness/figure.ts";
import { settleProcess } from "../harness/settle-process.ts";
import { openDirectStore } from "../processes/direct-store.ts";
import type { QuarryServer } from "../processes/quarry-server.ts";
import { measureColdStart } from "./engine-api/cold-start.ts";
import { type Library, makeLibrary } from "./engine-api/library.ts";
import { makeQueries } from "./engine-api/queries.ts";
import { measureQueries } from "./engine-api/query-costs.ts";
import { measureRecall } from "./engine-api/recall.ts";
import { measureSingleUpserts } from "./engine-api/single-upserts.ts";

const ROWS = 100_000;
const KILOBYTES_PER_ROW = 1.5;
const FIXED_MEGABYTES = 300;

/** A large collection of clients' vectors, everything through the API. */
export const engineApi: Bench = {
  name: "engine-api",
  summary:
    "100k clients' vectors of 1,024 numbers through the API: queries, what they miss, cold start, memory, single upserts",
  run: async (context) => {
    const rows = rowsOf(context, ROWS);
    const library = await makeLibrary(context, rows);
    const coldStart = await measureColdStart(library);
    await using quarry = await library.start();
    const queries = await measureSearches(context, library, quarry);
    const memory = await measureMemory(quarry, rows);
    const upserts = await measureSingleUpserts(context, library, quarry);
    return [...queries, ...coldStart, ...memory, ...upserts];
  },
};

const measureSearches = async (
  context: BenchContext,
  library: Library,
  quarry: QuarryServer,
): Promise<readonly Figure[]> => {
  await using direct = await openDirectStore(library.copy, library.collection, library.storeSettings);
  const queries = await makeQueries(library, quarry, direct);
  const costs = await measureQueries(quarry, direct, queries);
  return [...costs, ...(await measureRecall(context, quarry, direct, queries))];
};

/** After thousands of queries in every mode. */
const measureMemory = async ({ process }: QuarryServer, rows: number): Promise<readonly Figure[]> => {
  await settleProcess(process);
  const { memoryMb, peakMemoryMb } = await process.usage();
  const goal: Goal = { of: "value", atMost: FIXED_MEGABYTES + (KILOBYTES_PER_ROW * rows) / 1_000 };
  return [
    measured("memory of the service", "MB", [memoryMb], goal),
    measured("the same without garbage", "MB", [(await process.usageWithoutGarbage()).memoryMb]),
    measured("most memory since its start", "MB", [peakMemoryMb]),
  ];
};
