import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChildServer } from "@quarry/services/kit";
import { type Figure, figureLine, type Goal, judged } from "./figure.ts";
import { each } from "./measure.ts";

/** Benchmark, identified by its file name. */
export interface Case {
  /** One sentence that states the compared subjects. */
  readonly summary: string;
  /** Servers started by `npm run services:up`. Without them the case is skipped. */
  readonly needs?: readonly string[];
  readonly run: (bench: Bench) => Promise<void>;
}

/** Reason why a case can't run here. */
export class Skipped extends Error {}

type Sample = Readonly<Record<string, number>>;

/** Name, unit and goals of a quantity. */
type Declared = readonly [name: string, unit: string, ...goals: Goal[]];

export interface Comparison {
  /** Name of the reference that the subject is compared with. */
  readonly reference: string;
  readonly rounds: number;
  /** Uncounted rounds at the start, so that both sides run compiled code on warm caches. Default 1. */
  readonly warmUp?: number;
  /** Called before each round; not measured. */
  readonly prepare?: () => unknown;
  /** Run one round of each side. Samples that only the subject returns have no reference. */
  readonly subject: () => Promise<Sample>;
  readonly other: () => Promise<Sample>;
  /** Reported quantities, by their names in the samples. */
  readonly figures: Readonly<Record<string, Declared>>;
}

export interface Latencies<Item> extends Pick<Comparison, "reference" | "warmUp"> {
  readonly name: string;
  readonly items: readonly Item[];
  readonly rounds?: number;
  readonly subject: (item: Item) => unknown;
  readonly other: (item: Item) => unknown;
  readonly p50?: Goal;
  readonly p99?: Goal;
  /** Server whose CPU time counts for the subject; default: this process. */
  readonly server?: ChildServer;
}

export interface BenchOptions {
  /** The case's own folder. */
  readonly directory: string;
  /** Contains data shared by several cases or runs. */
  readonly shared: string;
  /** Whether the shared data remains for other runs. */
  readonly isKept: boolean;
  /** 1 for the sizes that the goals apply to; less for a quick run without goals. */
  readonly scale: number;
  /** Overrides a case's own number of rows. */
  readonly rows: number | undefined;
  /** Whether to run a single round, to check only that the case works. */
  readonly isSmoke: boolean;
}

/** Utilities for a case. Its resources are disposed of with it. */
export class Bench implements AsyncDisposable {
  readonly directory: string;
  readonly isSmoke: boolean;
  /** Whether {@link prepared} data is kept for other runs: then data on servers must be kept, too. */
  readonly isKept: boolean;
  /** Number of missed goals. */
  missed = 0;
  readonly #options: BenchOptions;
  readonly #used = new AsyncDisposableStack();

  constructor(options: BenchOptions) {
    this.#options = options;
    this.directory = options.directory;
    this.isSmoke = options.isSmoke;
    this.isKept = options.isKept;
  }

  /** Returns a size at the scale of the run, at least `minimum`. */
  scaled(size: number, minimum = 1): number {
    return Math.max(minimum, Math.round(size * this.#options.scale));
  }

  /** Returns the requested number of rows, or `size` at the scale of the run. */
  rows(size: number, minimum = 1): number {
    return this.#options.rows ?? this.scaled(size, minimum);
  }

  /** Prints information about the run: sizes, counts, long durations. */
  note(text: string): void {
    console.log(`  ${text}`);
  }

  use<Resource extends AsyncDisposable | Disposable>(resource: Resource): Resource {
    return this.#used.use(resource);
  }

  /**
   * Returns a folder that its first user fills. It is shared by all cases of a run, or by all runs with the same
   * `--keep`.
   */
  async prepared(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
    const folder = join(this.#options.shared, name);
    if (existsSync(`${folder}.whole`)) return folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await fill(folder);
    writeFileSync(`${folder}.whole`, "");
    return folder;
  }

  /** Reports the median of a figure without a reference. */
  figure(name: string, unit: string, samples: readonly number[], ...goals: readonly Goal[]): void {
    this.#print({ name, unit, samples, goals });
  }

  /**
   * Runs subject and reference alternately, and alternates which one goes first. So neither always profits or suffers
   * from caches or load that the other left.
   */
  async compare({ reference, rounds, warmUp = 1, prepare, subject, other, figures }: Comparison): Promise<void> {
    const samples: { readonly subject: Sample; readonly other: Sample }[] = [];
    const [first, end] = this.isSmoke ? [0, 1] : [-warmUp, rounds];
    for (let round = first; round < end; round += 1) {
      await prepare?.();
      const early = round % 2 === 0 ? undefined : await other();
      const ours = await subject();
      const theirs = early ?? (await other());
      if (round >= 0) samples.push({ subject: ours, other: theirs });
    }
    for (const [key, [name, unit, ...goals]] of Object.entries(figures)) {
      const of = (side: "subject" | "other") => samples.map((sample) => sample[side][key]!);
      const isCompared = key in samples[0]!.other;
      this.#print({
        ...{ name, unit, goals, samples: of("subject") },
        ...(isCompared && { reference: { name: reference, samples: of("other") } }),
      });
    }
  }

  /** Measures every item once per round on both sides, one at a time: p50 and p99 of a round, and the mean CPU time. */
  latency<Item>({
    name,
    items,
    server,
    subject,
    other,
    p50,
    p99,
    rounds = 5,
    ...shared
  }: Latencies<Item>): Promise<void> {
    return this.compare({
      ...{ ...shared, rounds },
      subject: () => each(items, subject, server),
      other: () => each(items, other),
      figures: {
        p50: [`${name} p50`, "ms", ...(p50 === undefined ? [] : [p50])],
        p99: [`${name} p99`, "ms", ...(p99 === undefined ? [] : [p99])],
        cpu: [`${name} CPU, mean`, "ms"],
      },
    });
  }

  #print(figure: Figure): void {
    const isJudged = this.#options.scale === 1;
    console.log(figureLine(figure, isJudged));
    if (isJudged) this.missed += judged(figure).kept.filter(({ isMet }) => !isMet).length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#used.disposeAsync();
  }
}
