import { median, percentile } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { each, settled, type Taken, taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { askedIn, MODES, QUERY_PATH, startLibrary } from "../support/library.ts";
import { type LibraryQuestion, libraryQuestions } from "../support/library-rows.ts";

const KILOBYTES_PER_ROW = 0.9;
const FIXED_MEGABYTES = 300;

type Mode = (typeof MODES)[number];
type Asked = Record<Mode, readonly Taken[]>;

const p = (requested: Asked, mode: Mode, share: number) =>
  percentile(
    requested[mode].map(({ ms }) => ms),
    share,
  );
const cpu = (requested: Asked, mode: Mode) => median(requested[mode].map(({ cpuMs }) => cpuMs));

export default {
  summary:
    "queries of a large collection in each mode, through the API, and the service's memory; any number of --rows",
  run: async (bench) => {
    const rows = bench.rows(100_000, 500);
    const quarry = await startLibrary(bench, rows);
    const caller = bench.use(new Caller(quarry));
    const questions = libraryQuestions(bench.scaled(200, 12), 41);
    const prepare = (question: LibraryQuestion, mode: Mode, explain = false) =>
      caller.request("POST", QUERY_PATH, { ...askedIn(mode, question), explain });
    /** Asks each question in every mode before the next one, so that all modes meet the same machine load. */
    const askAll = async (): Promise<Asked> => {
      const requested = { semantic: [] as Taken[], keyword: [] as Taken[], hybrid: [] as Taken[] };
      for (const [index, question] of questions.entries()) {
        for (const turn of MODES.keys()) {
          const mode = MODES[(index + turn) % MODES.length]!;
          const request = prepare(question, mode);
          requested[mode].push(await taken(() => caller.send(request), quarry));
        }
      }
      return requested;
    };
    let requested: Asked;
    await bench.compare({
      reference: "the slower branch alone (of CPU: both)",
      ...{ rounds: 5, warmUp: 2 },
      prepare: async () => (requested = await askAll()),
      subject: async () => ({
        ...{ p50: p(requested, "hybrid", 0.5), p99: p(requested, "hybrid", 0.99), cpu: cpu(requested, "hybrid") },
        ...{ keyword50: p(requested, "keyword", 0.5), keyword99: p(requested, "keyword", 0.99) },
        ...{ semantic50: p(requested, "semantic", 0.5), semantic99: p(requested, "semantic", 0.99) },
        ...{ keywordCpu: cpu(requested, "keyword"), semanticCpu: cpu(requested, "semantic") },
      }),
      other: async () => ({
        p50: Math.max(p(requested, "semantic", 0.5), p(requested, "keyword", 0.5)),
        p99: Math.max(p(requested, "semantic", 0.99), p(requested, "keyword", 0.99)),
        cpu: cpu(requested, "semantic") + cpu(requested, "keyword"),
      }),
      figures: {
        p50: ["hybrid p50", "ms", { ratio: 1.3 }],
        p99: ["hybrid p99", "ms"],
        cpu: ["hybrid CPU p50", "ms"],
        keyword50: ["keyword p50", "ms", { value: 2 }],
        keyword99: ["keyword p99", "ms", { value: 15 }],
        keywordCpu: ["keyword CPU p50", "ms"],
        semantic50: ["semantic p50", "ms", { value: 5 }],
        semantic99: ["semantic p99", "ms", { value: 50 }],
        semanticCpu: ["semantic CPU p50", "ms"],
      },
    });
    const requests = questions.map((question) => prepare(question, "semantic", true));
    let explained: readonly { readonly ms: number; readonly ownMs: number }[];
    await bench.compare({
      reference: "of it, the search of the store",
      rounds: 5,
      prepare: async () => {
        explained = await Array.fromAsync(requests, async (request) => {
          const started = performance.now();
          const { body } = await caller.fetch(request);
          const { timings } = JSON.parse(body.toString()) as { timings: { semantic_ms: number } };
          return { ms: performance.now() - started, ownMs: timings.semantic_ms };
        });
      },
      subject: async () => ({ p50: median(explained.map(({ ms }) => ms)) }),
      other: async () => ({ p50: median(explained.map(({ ownMs }) => ownMs)) }),
      figures: { p50: ["semantic p50, explained", "ms"] },
    });
    // The service's embedder returns vectors unlike any stored here, so every search scans all rows.
    const far = questions.map(({ query }) =>
      caller.request("POST", QUERY_PATH, { query, top_k: 10, search_mode: "semantic" }),
    );
    const { p50, p99 } = await each(far, (request) => caller.fetch(request));
    bench.figure("semantic, far from all rows, p50", "ms", [p50]);
    bench.figure("semantic, far from all rows, p99", "ms", [p99]);
    await settled(quarry);
    const { memoryMb, peakMemoryMb } = await quarry.usage();
    bench.figure("memory of the service", "MB", [memoryMb], {
      value: FIXED_MEGABYTES + (KILOBYTES_PER_ROW * rows) / 1_000,
    });
    bench.figure("the same without garbage", "MB", [(await quarry.usageWithoutGarbage()).memoryMb]);
    bench.figure("most memory since its start", "MB", [peakMemoryMb]);
  },
} satisfies Case;
