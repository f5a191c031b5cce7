import { type ProgressEvent, stepAt } from "@quarry/events";
import { Effect } from "effect";

/** Progress of one processing attempt, needed when it has to wait. */
export class Attempt {
  /** Whether the provider has answered a request of this attempt. */
  hasAdvanced = false;
  #requests = 0;
  #reached: number;

  /** `reached` is the document's progress reported by earlier attempts. */
  constructor(reached: number) {
    this.#reached = reached;
  }

  get reached(): number {
    return this.#reached;
  }

  /** Whether an embedding request is in flight. */
  get isAsking(): boolean {
    return this.#requests > 0;
  }

  readonly onAnswer = (): void => {
    this.hasAdvanced = true;
  };

  /** Returns the step as reported: repeated work never lowers the reported progress. */
  stepOf(step: ProgressEvent): ProgressEvent {
    const reached = this.#reached;
    this.#reached = Math.max(reached, step.progress);
    return step.progress >= reached ? step : { ...step, step: stepAt(reached), progress: reached };
  }

  asking<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => (this.#requests += 1)),
      () => work,
      () => Effect.sync(() => (this.#requests -= 1)),
    );
  }
}
