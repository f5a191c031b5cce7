import { setTimeout as pause } from "node:timers/promises";
import { madeUpWords, percentile, Quarry, Random } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { each, settled, taken } from "../harness/measure.ts";
import { Caller, sendAll } from "../support/caller.ts";

const NAME = "many";
const PATH = `/v1/collections/${NAME}`;
const ROUNDS = 3;
const WORDS = 40;
const CALLERS = 4;
const POLL_MS = 50;

interface Answer {
  readonly matched: number;
  readonly operation?: { readonly id: string };
}

export default {
  summary:
    "queries beside a deletion of many documents by filter, against the same queries alone; any number of --rows",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start({ environment: { SERVICE_LOG_LEVEL: "error" } }));
    await quarry.call("POST", "/v1/collections", { name: NAME });
    const caller = bench.use(new Caller(quarry));
    const work = bench.use(new Caller(quarry));
    const callers = Array.from({ length: CALLERS }, () => bench.use(new Caller(quarry)));
    // Each round deletes one part; the last one remains.
    const parts = ROUNDS + 1;
    const part = Math.ceil(bench.rows(12_000, 120) / ROUNDS);
    const random = new Random(65);
    await sendAll(callers, uploads(caller, part * parts, parts, random));
    await untilReady(caller, part * parts);
    bench.note(`${part * parts} documents of ${WORDS} words; a deletion is of ${part}`);
    const query = async () => {
      const body = { query: madeUpWords().keywords(random.between(0, 999), 3, random), search_mode: "hybrid" };
      await caller.fetch(caller.request("POST", `${PATH}/query`, body));
    };
    let round = 0;
    await bench.compare({
      ...{ reference: "alone", rounds: ROUNDS, warmUp: 0, prepare: () => settled(quarry) },
      subject: async () => {
        const times: number[] = [];
        const over = new AbortController();
        const { ms, cpuMs } = await taken(async () => {
          const deletion = deleted(work, round++).finally(() => over.abort());
          while (!over.signal.aborted) times.push((await taken(query)).ms);
          await deletion;
        }, quarry);
        const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
        return { p50, p99, speed: (1_000 * part) / ms, perDocument: cpuMs / part };
      },
      other: () => each(Array.from({ length: bench.scaled(300, 5) }), query),
      figures: {
        p50: ["a query p50", "ms"],
        p99: ["a query p99", "ms"],
        speed: ["documents deleted", "1/s"],
        perDocument: ["server CPU of all that, per document deleted", "ms"],
      },
    });
  },
} satisfies Case;

function* uploads(caller: Caller, count: number, parts: number, random: Random): Generator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    const text = madeUpWords().keywords(index % 1_000, WORDS, random);
    yield caller.request("POST", `${PATH}/documents`, { text, metadata: { part: index % parts } });
  }
}

const untilReady = async (caller: Caller, count: number): Promise<void> => {
  const path = `${PATH}/documents?status=ready&limit=1`;
  while ((await caller.call<{ readonly total: number }>("GET", path)).total < count) await pause(POLL_MS);
};

/** Deletes a part. Resolves when all of it is gone. */
const deleted = async (caller: Caller, part: number): Promise<void> => {
  const { operation } = await caller.call<Answer>("POST", `${PATH}/documents/delete`, { filters: { part } });
  if (operation === undefined) return;
  const path = `/v1/operations/${operation.id}`;
  while ((await caller.call<{ readonly state: string }>("GET", path)).state === "running") await pause(POLL_MS);
};
