import { createHash } from "node:crypto";
import { FairScheduler, type SchedulerLimits } from "@quarry/plugin/scheduling";
import { Redacted } from "effect";
import { Lane } from "./lane.ts";
import { DEFAULT_PACE, type Pace } from "./pace.ts";

/** Who is asked, with whose key. */
export interface LaneOwner {
  /** Unique among all that are paced. */
  readonly name: string;
  readonly credential: Redacted.Redacted | undefined;
  readonly pace?: Partial<Pace> | undefined;
}

/** One batch computes while the next one gets ready, of any collection. */
export const LOCAL_LIMITS: SchedulerLimits = { concurrency: 2, concurrencyPerOwner: 2 };

/** Lanes that are kept before those that are idle are looked for; each takes about a kilobyte. */
const LANES_BEFORE_SWEEP = 1_000;

/** One lane for each provider and key: what limits one key says nothing about another. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  /** Of embedders that are not paced; there are as many as the config names. */
  readonly #local = new Map<string, FairScheduler>();
  readonly #onRecovered: (name: string) => void;

  /** `onRecovered` is called with the name of a provider that answers for the first time, or after it failed or was silent. */
  constructor(onRecovered: (name: string) => void = () => {}) {
    this.#onRecovered = onRecovered;
  }

  of({ name, credential, pace }: LaneOwner): Lane {
    const key = `${name}\n${digestOf(credential)}`;
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    if (this.#lanes.size >= LANES_BEFORE_SWEEP) this.#sweep();
    const lane = new Lane({ ...DEFAULT_PACE, ...pace }, () => this.#onRecovered(name));
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Scheduler of the calls of an embedder that computes in this process and is asked without pace. */
  localOf(name: string): FairScheduler {
    const known = this.#local.get(name);
    if (known !== undefined) return known;
    const scheduler = new FairScheduler(LOCAL_LIMITS);
    this.#local.set(name, scheduler);
    return scheduler;
  }

  #sweep(): void {
    for (const [key, lane] of this.#lanes) if (lane.isIdle) this.#lanes.delete(key);
  }
}

/** Tells credentials apart without keeping them. */
export const digestOf = (credential: Redacted.Redacted | undefined): string =>
  credential === undefined ? "" : createHash("sha256").update(Redacted.value(credential)).digest("base64url");
