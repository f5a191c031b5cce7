import type { RunTimings } from "@quarry/store";
import { Effect } from "effect";

export type TimedStep = "embedding" | "indexing" | "reading" | "storing";

interface StepTime {
  /** Pieces of the document that are in the step now. */
  under: number;
  since: number;
  spent: number;
}

/** Times the steps of one attempt: several pieces that are in a step at once count once. */
export class StepClock {
  readonly #waitingMs: number;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #steps: Record<TimedStep, StepTime> = {
    reading: unbegun(),
    embedding: unbegun(),
    storing: unbegun(),
    indexing: unbegun(),
  };

  /** `waitingMs`: how long the document had waited when the attempt began. `now`: milliseconds, of any beginning. */
  constructor(waitingMs: number, now: () => number = () => performance.now()) {
    this.#waitingMs = Math.max(0, waitingMs);
    this.#now = now;
    this.#begun = now();
  }

  during<A, E, R>(step: TimedStep, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const time = this.#steps[step];
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        if (time.under === 0) time.since = this.#now();
        time.under += 1;
      }),
      () => work,
      () =>
        Effect.sync(() => {
          time.under -= 1;
          if (time.under === 0) time.spent += this.#now() - time.since;
        }),
    );
  }

  /** When all is written. The parser's time is known where it runs. */
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

/** To a tenth of a millisecond: some steps of a small file take less than one. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const unbegun = (): StepTime => ({ under: 0, since: 0, spent: 0 });
