import { Effect } from "effect";
import type { SearchTimings } from "./search-request.ts";

type Step = Exclude<keyof SearchTimings, "totalMs">;

/** Adds up how long each step of a search took. */
export class SearchClock {
  readonly #start = performance.now();
  readonly #spent: Partial<Record<Step, number>> = {};

  /** Measures the time of an effect for a step. Repeated steps add up. */
  measure<A, E>(step: Step, effect: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      const start = performance.now();
      const stop = Effect.sync(() => {
        this.#spent[step] = (this.#spent[step] ?? 0) + performance.now() - start;
      });
      return Effect.ensuring(effect, stop);
    });
  }

  /** Adds the durations of steps that were measured elsewhere. */
  add(steps: Partial<Record<Step, number>>): void {
    for (const [step, spent] of Object.entries(steps) as [Step, number][]) {
      this.#spent[step] = (this.#spent[step] ?? 0) + spent;
    }
  }

  timings(): SearchTimings {
    return { ...this.#spent, totalMs: performance.now() - this.#start };
  }
}
