import { readFile } from "node:fs/promises";
import { median, type Point, slopeOf } from "../statistics.ts";

const SAMPLE_EVERY_MS = 1_000;

/** Shorter runs are warm-up all through. */
const JUDGED_FROM_MINUTES = 5;

/** The share of the run that is warm-up: caches fill, code is compiled, the stock of documents grows to its size. */
const WARM_UP = 0.4;

/** How much the median of the last third after warm-up may lie above that of the first third. */
const MAX_GROWTH = 1.1;

export interface MemoryReport {
  readonly lines: readonly string[];
  readonly breach: string | undefined;
}

/** Samples the resident memory of a process and of the processes it started. Linux only; elsewhere it has no samples. */
export class MemoryWatch {
  /** Minutes and MB of 1,000,000 bytes. */
  readonly #samples: Point[] = [];
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #mostOfChildren = 0;

  constructor(pid: number) {
    this.#timer = setInterval(() => void this.#sample(pid), SAMPLE_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Steady means: after warm-up, the last third holds no more than a tenth more than the first. */
  report(): MemoryReport {
    const samples = this.#samples;
    const minutes = samples.at(-1)?.x ?? 0;
    if (samples.length < 3) return { lines: ["memory: no samples"], breach: undefined };
    const judged = samples.filter(({ x }) => x >= minutes * WARM_UP);
    const third = Math.ceil(judged.length / 3);
    const early = median(judged.slice(0, third).map(({ y }) => y));
    const late = median(judged.slice(-third).map(({ y }) => y));
    const all = samples.map(({ y }) => y);
    const lines = [
      `memory (RSS, MB): first ${format(all[0]!)}, peak ${format(Math.max(...all))}, last ${format(all.at(-1)!)}` +
        `; processes it started: at most ${format(this.#mostOfChildren)}`,
      `  each tenth of the run, median: ${tenths(all).map(format).join(" ")}`,
      `  after warm-up (the first ${WARM_UP * 100} %): slope ${slopeOf(judged).toFixed(2)} MB per minute; ` +
        `first third ${format(early)}, last third ${format(late)}, ratio ${(late / early).toFixed(2)} ` +
        `(steady: at most ${MAX_GROWTH}${minutes < JUDGED_FROM_MINUTES ? "; not judged in a run this short" : ""})`,
    ];
    const isSteady = minutes < JUDGED_FROM_MINUTES || late <= early * MAX_GROWTH;
    return { lines, breach: isSteady ? undefined : `from ${format(early)} to ${format(late)} MB after warm-up` };
  }

  async #sample(pid: number): Promise<void> {
    const x = (performance.now() - this.#started) / 60_000;
    const own = await residentMegabytes(pid);
    if (own === undefined) return;
    this.#samples.push({ x, y: own });
    const children = await Promise.all((await childrenOf(pid)).map(residentMegabytes));
    const sum = children.reduce<number>((total, megabytes) => total + (megabytes ?? 0), 0);
    this.#mostOfChildren = Math.max(this.#mostOfChildren, sum);
  }
}

const format = (megabytes: number): string => megabytes.toFixed(0);

const tenths = (values: readonly number[]): readonly number[] =>
  Array.from({ length: 10 }, (_, index) => {
    const part = values.slice(
      Math.floor((index * values.length) / 10),
      Math.max(Math.floor(((index + 1) * values.length) / 10), Math.floor((index * values.length) / 10) + 1),
    );
    return median(part);
  });

const residentMegabytes = async (pid: number): Promise<number | undefined> => {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(await readProc(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
};

const childrenOf = async (pid: number): Promise<readonly number[]> =>
  (await readProc(`/proc/${pid}/task/${pid}/children`)).split(" ").filter(Boolean).map(Number);

/** Empty when the process has gone, or the system has no such folder. */
const readProc = async (path: string): Promise<string> => {
  try {
    return await readFile(path, "utf8");
  } catch {
    return "";
  }
};
