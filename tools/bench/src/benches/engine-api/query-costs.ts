import { compared, type Figure, measured } from "../../harness/figure.ts";
import { median, percentile } from "../../harness/statistics.ts";
import { QuarryClient } from "../../load/quarry-client.ts";
import type { DirectStore } from "../../processes/direct-store.ts";
import type { MeasuredProcess } from "../../processes/measured-process.ts";
import type { QuarryServer } from "../../processes/quarry-server.ts";
import { ownUsage } from "../../processes/usage.ts";
import { TOP_K } from "./library.ts";
import { MODES, type Mode, type Query } from "./queries.ts";

const ROUNDS = 5;
const WARM_UP_ROUNDS = 2;

/** What is measured: a mode through the API, or one search of the store in this process. */
type Way = Mode | "engine";
const WAYS: readonly Way[] = [...MODES, "engine"];

/** Samples of one round, by way. */
type Samples = Readonly<Record<Way, number[]>>;

/** One query at a time: each in every mode and by the engine alone, in turn, so that all meet the same moments. */
export const measureQueries = async (
  quarry: QuarryServer,
  direct: DirectStore,
  queries: readonly Query[],
): Promise<readonly Figure[]> => {
  using client = await QuarryClient.open(quarry);
  const run = (way: Way, { requests, vector }: Query): Promise<unknown> =>
    way === "engine" ? direct.search(vector, TOP_K) : client.connection.fetch(requests[way]);
  const rounds: { readonly time: Samples; readonly cpu: Samples }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const time = await eachInTurn(queries, round, (way, query) => timeOf(() => run(way, query)));
    const cpu = await eachInTurn(queries, round, (way, query) => cpuOf(quarry.process, way, () => run(way, query)));
    if (round >= 0) rounds.push({ time, cpu: await withoutAsking(quarry.process, cpu) });
  }
  const p = (kind: "time" | "cpu", way: Way, share: number) =>
    rounds.map((round) => percentile(round[kind][way], share));
  const slower = p("time", "semantic", 0.5).map((ms, round) => Math.max(ms, p("time", "keyword", 0.5)[round]!));
  const branches = p("cpu", "semantic", 0.5).map((ms, round) => ms + p("cpu", "keyword", 0.5)[round]!);
  const hybrid = { name: "hybrid p50", unit: "ms", referenceName: "the slower branch alone" };
  const overhead = { name: "semantic p50", unit: "ms", referenceName: "one search of the store in process" };
  return [
    compared(
      { ...hybrid, goal: { of: "ratio", atMost: 1.3 } },
      { subject: p("time", "hybrid", 0.5), reference: slower },
    ),
    compared(
      { name: "hybrid CPU p50", unit: "ms", referenceName: "both branches alone" },
      { subject: p("cpu", "hybrid", 0.5), reference: branches },
    ),
    measured("keyword p50", "ms", p("time", "keyword", 0.5), { of: "value", atMost: 2 }),
    measured("keyword CPU p50", "ms", p("cpu", "keyword", 0.5)),
    measured("keyword CPU p99", "ms", p("cpu", "keyword", 0.99), { of: "value", atMost: 15 }),
    compared(overhead, { subject: p("time", "semantic", 0.5), reference: p("time", "engine", 0.5) }),
    compared(
      { ...overhead, name: "semantic CPU p50" },
      { subject: p("cpu", "semantic", 0.5), reference: p("cpu", "engine", 0.5) },
    ),
    measured("semantic p99", "ms", p("time", "semantic", 0.99)),
    measured("hybrid p99", "ms", p("time", "hybrid", 0.99)),
  ];
};

/** Each query in every way before the next one; the ways take turns at being the first. */
const eachInTurn = async (
  queries: readonly Query[],
  round: number,
  sample: (way: Way, query: Query) => Promise<number>,
): Promise<Samples> => {
  const samples: Samples = { semantic: [], keyword: [], hybrid: [], engine: [] };
  for (const [index, query] of queries.entries()) {
    for (let turn = 0; turn < WAYS.length; turn += 1) {
      const way = WAYS[(((index + round + turn) % WAYS.length) + WAYS.length) % WAYS.length]!;
      samples[way].push(await sample(way, query));
    }
  }
  return samples;
};

const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

const cpuOf = async (service: MeasuredProcess, way: Way, run: () => Promise<unknown>): Promise<number> => {
  if (way !== "engine") return await service.cpuWhile(run);
  const before = ownUsage().cpuMs;
  await run();
  return ownUsage().cpuMs - before;
};

/** Asking a process what it has used costs it something as well. */
const withoutAsking = async (service: MeasuredProcess, cpu: Samples): Promise<Samples> => {
  const asking: number[] = [];
  for (const _ of cpu.engine) asking.push(await service.cpuWhile(async () => {}));
  const less = (samples: readonly number[]) => samples.map((ms) => Math.max(0, ms - median(asking)));
  return {
    semantic: less(cpu.semantic),
    keyword: less(cpu.keyword),
    hybrid: less(cpu.hybrid),
    engine: cpu.engine,
  };
};
