import type { RunTimings } from "@quarry/store";
import { Effect } from "effect";

export type TimedStep = "embedding" | "indexing" | "reading" | "storing";

interface StepTime {
  /** Number of the document's batches currently in the step. */
  active: number;
  since: number;
  spent: number;
}

/** Measures the steps of one attempt: concurrent batches in the same step count once. */
export class StepClock {
  readonly #waitingMs: number;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #steps: Record<TimedStep, StepTime> = {
    reading: zeroTime(),
    embedding: zeroTime(),
    storing: zeroTime(),
    indexing: zeroTime(),
  };

  /** `waitingMs`: waiting time of the document before the attempt. `now`: milliseconds from an arbitrary origin. */
  constructor(waitingMs: number, now: () => number = () => performance.now()) {
    this.#waitingMs = Math.max(0, waitingMs);
    this.#now = now;
    this.#begun = now();
  }

  during<A, E, R>(step: TimedStep, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const time = this.#steps[step];
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        if (time.active === 0) time.since = this.#now();
        time.active += 1;
      }),
      () => work,
      () =>
        Effect.sync(() => {
          time.active -= 1;
          if (time.active === 0) time.spent += this.#now() - time.since;
        }),
    );
  }

  /** Returns the timings after everything is written. The parser's time is measured in its worker. */
  timings(parser: { readonly readingMs: number; readonly cuttingMs: number }): RunTimings {
    const { reading, embedding, storing, indexing } = this.#steps;
    return {
      waitingMs: rounded(this.#waitingMs),
      readingMs: rounded(reading.spent + parser.readingMs),
      cuttingMs: rounded(parser.cuttingMs),
      embeddingMs: rounded(embedding.spent),
      storingMs: rounded(storing.spent),
      indexingMs: rounded(indexing.spent),
      totalMs: rounded(this.#now() - this.#begun),
    };
  }
}

/** Rounds to a tenth of a millisecond: some steps of a small file take less than one. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const zeroTime = (): StepTime => ({ active: 0, since: 0, spent: 0 });
