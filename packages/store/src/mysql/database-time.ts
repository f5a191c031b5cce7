import { Clock, Effect } from "effect";
import type { StoreError } from "../store-error.ts";
import type { MysqlPool } from "./mysql-pool.ts";
import { queryPromise } from "./mysql-transaction.ts";

/** Clocks drift by milliseconds in this time. */
const MEASURED_FOR_MS = 30_000;
/** A step of this process's clock that is noticed at once. */
const STEP_MS = 200;
/** A question may be answered at any moment between asking and hearing, so that a slow one tells little. */
const QUICK_MS = 100;
/** On a busy machine none may be quick; the quickest is taken. */
const MOST_QUESTIONS = 5;

interface Measurement {
  /** Milliseconds by which the database's clock is ahead of this process's. */
  readonly aheadMs: number;
  /** By a clock that nobody sets. */
  readonly takenAt: number;
  /** This process's clock less the one that nobody sets: stays the same until the clock is set. */
  readonly base: number;
}

/**
 * The database's clock, by which leases and due times of all processes are compared, without a question for each: this
 * process's clock and how far it is off.
 */
export class DatabaseTime {
  readonly currentTimeMillis: Effect.Effect<number, StoreError>;
  readonly #pool: MysqlPool;
  #known: Measurement | undefined;
  #measuring: Promise<Measurement> | undefined;

  constructor(pool: MysqlPool) {
    this.#pool = pool;
    this.currentTimeMillis = Effect.gen({ self: this }, function* () {
      const known = this.#known;
      const { aheadMs } =
        known !== undefined && isCurrent(known) ? known : yield* queryPromise(() => this.#measureOnce());
      return (yield* Clock.currentTimeMillis) + aheadMs;
    });
  }

  async #measureOnce(): Promise<Measurement> {
    this.#measuring ??= this.#measure();
    try {
      return (this.#known = await this.#measuring);
    } finally {
      this.#measuring = undefined;
    }
  }

  async #measure(): Promise<Measurement> {
    // The first question may have to wait for a connection.
    await this.#query();
    let quickest = await this.#timed();
    for (let attempts = 1; attempts < MOST_QUESTIONS && quickest.tookMs > QUICK_MS; attempts += 1) {
      const next = await this.#timed();
      if (next.tookMs < quickest.tookMs) quickest = next;
    }
    const base = Date.now() - performance.now();
    return { aheadMs: Math.round(quickest.theirs - (base + quickest.middle)), takenAt: performance.now(), base };
  }

  async #timed(): Promise<{ readonly theirs: number; readonly middle: number; readonly tookMs: number }> {
    const before = performance.now();
    const theirs = await this.#query();
    const after = performance.now();
    return { theirs, middle: (before + after) / 2, tookMs: after - before };
  }

  async #query(): Promise<number> {
    const [row] = await this.#pool.query<{ readonly time: number }>(
      "select cast(unix_timestamp(now(3)) * 1000 as signed) as time",
    );
    return row!.time;
  }
}

const isCurrent = ({ takenAt, base }: Measurement): boolean =>
  performance.now() - takenAt < MEASURED_FOR_MS && Math.abs(Date.now() - performance.now() - base) < STEP_MS;
