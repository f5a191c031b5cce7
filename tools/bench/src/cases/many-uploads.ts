import { setTimeout as pause } from "node:timers/promises";
import { madeUpWords, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller, sendAll } from "../support/caller.ts";

const PATH = "/v1/collections/many/documents";
const CONNECTIONS = 8;
const CHARACTERS = 400;
const BLOCKS = 100;
/** Number of blocks reported separately at the start and at the end. */
const END_BLOCKS = 5;
const POLL_MS = 50;

/** Means of a block of uploads. */
interface Block {
  readonly ms: number;
  readonly cpu: number;
}

export default {
  summary: "small texts from upload to ready, the last of --rows against the first",
  run: async (bench) => {
    const rows = bench.rows(100_000, 200);
    const size = Math.ceil(rows / BLOCKS);
    const quarry = bench.use(await Quarry.start({ environment: { SERVICE_LOG_LEVEL: "error" } }));
    const callers = Array.from({ length: CONNECTIONS }, () => bench.use(new Caller(quarry)));
    await quarry.call("POST", "/v1/collections", { name: "many" });
    bench.note(`${rows} texts of about ${CHARACTERS} characters in ${BLOCKS} blocks, ${CONNECTIONS} uploads at a time`);
    const words = madeUpWords();
    // The first block warms up and is not counted.
    const blocks: Block[] = [];
    for (let block = 0; block <= BLOCKS; block += 1) {
      const requests = Array.from({ length: size }, (_, index) => {
        const text = words.document(CHARACTERS, block * size + index);
        return callers[0]!.request("POST", PATH, { text, metadata: { tenant: `t${index % 100}`, block } });
      });
      const { ms, cpuMs } = await taken(async () => {
        await sendAll(callers, requests);
        await allReady(callers[0]!);
      }, quarry);
      if (block > 0) blocks.push({ cpu: cpuMs / size, ms: ms / size });
      if (block % 10 === 0) bench.note(`${block * size}: ${Math.round((size / ms) * 1_000)} a second`);
    }
    const first = blocks.slice(0, END_BLOCKS);
    const last = blocks.slice(-END_BLOCKS);
    const reported = (name: string, unit: string, of: (block: Block) => number) => {
      bench.figure(`${name}, the first`, unit, first.map(of));
      bench.figure(`${name}, the last`, unit, last.map(of));
      bench.figure(`${name}, the last against the first`, "×", [mean(last.map(of)) / mean(first.map(of))]);
    };
    reported("time of an upload", "ms", ({ ms }) => ms);
    reported("server CPU of an upload", "ms", ({ cpu }) => cpu);
    bench.figure("memory at the end", "MB", [(await quarry.usage()).memoryMb]);
  },
} satisfies Case;

const allReady = async (caller: Caller): Promise<void> => {
  for (const status of ["pending", "processing"]) {
    for (;;) {
      const { total } = await caller.call<{ readonly total: number }>("GET", `${PATH}?status=${status}&limit=1`);
      if (total === 0) break;
      await pause(POLL_MS);
    }
  }
};

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, it) => sum + it, 0) / numbers.length;
