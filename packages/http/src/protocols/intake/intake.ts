import type { MethodPlan } from "../call/method-plan.ts";
import type { LargeSinks } from "../http/read-body.ts";
import type { BodyKind, LargeBodies, LargeBody } from "./large-bodies.ts";
import { MemoryBudget, REQUESTS } from "../call/memory-budget.ts";

/** Maximum message size of any request: an upsert of 1,000 vectors of 3,072 full doubles is about 62 MB. */
const DEFAULT_MAX_JSON_BYTES = 64 * 1_048_576;

/** Limits of incoming requests, the same for every protocol. */
export class Intake {
  readonly budget = new MemoryBudget(REQUESTS);
  readonly #maxBytes: number;
  readonly #largeBodies: LargeBodies | undefined;

  constructor(maxBytes: number | undefined, largeBodies: LargeBodies | undefined) {
    this.#maxBytes = maxBytes ?? DEFAULT_MAX_JSON_BYTES;
    this.#largeBodies = largeBodies;
  }

  /** Returns the maximum size of one message of a method's requests, decompressed. */
  limitOf({ maxRequestBytes }: MethodPlan): number {
    return Math.min(maxRequestBytes, this.#maxBytes);
  }

  /** Returns the sinks for large bodies of a kind, or undefined if there are none. */
  large(kind: BodyKind): LargeSinks<LargeBody> | undefined {
    const bodies = this.#largeBodies;
    return bodies && { fromBytes: bodies.fromBytes, open: (size) => bodies.open(kind, size) };
  }
}
