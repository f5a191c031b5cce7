import { Clock, Effect } from "effect";
import type { StoreError } from "../store-error.ts";
import type { MysqlPool } from "./mysql-pool.ts";
import { queryPromise } from "./mysql-transaction.ts";

/** Validity of a measurement: clocks drift only by milliseconds in this time. */
const MEASUREMENT_TTL_MS = 30_000;
/** Minimum step of this process's clock that is detected at once. */
const MIN_CLOCK_STEP_MS = 200;
/**
 * Round-trip time up to which a measurement is accepted at once. The server reads its clock at an unknown moment within
 * the round trip, so a slow one is imprecise.
 */
const MAX_ROUND_TRIP_MS = 100;
/** Maximum number of measurements. On a busy machine none may be quick; then the quickest is used. */
const MAX_MEASUREMENTS = 5;

interface Measurement {
  /** Milliseconds by which the database's clock is ahead of this process's. */
  readonly aheadMs: number;
  /** Time of the measurement, by the monotonic clock. */
  readonly measuredAt: number;
  /** Wall clock minus monotonic clock: constant until the wall clock is set. */
  readonly base: number;
}

/**
 * Database clock, by which leases and due times of all processes are compared. Computed from this process's clock and
 * the measured offset, without a query each time.
 */
export class DatabaseTime {
  readonly currentTimeMillis: Effect.Effect<number, StoreError>;
  readonly #pool: MysqlPool;
  #measurement: Measurement | undefined;
  #measuring: Promise<Measurement> | undefined;

  constructor(pool: MysqlPool) {
    this.#pool = pool;
    this.currentTimeMillis = Effect.gen({ self: this }, function* () {
      const measurement = this.#measurement;
      const { aheadMs } =
        measurement !== undefined && isCurrent(measurement)
          ? measurement
          : yield* queryPromise(() => this.#measureOnce());
      return (yield* Clock.currentTimeMillis) + aheadMs;
    });
  }

  async #measureOnce(): Promise<Measurement> {
    this.#measuring ??= this.#measure();
    try {
      return (this.#measurement = await this.#measuring);
    } finally {
      this.#measuring = undefined;
    }
  }

  async #measure(): Promise<Measurement> {
    // The first query may have to wait for a connection.
    await this.#query();
    let fastest = await this.#timed();
    for (let attempts = 1; attempts < MAX_MEASUREMENTS && fastest.roundTripMs > MAX_ROUND_TRIP_MS; attempts += 1) {
      const next = await this.#timed();
      if (next.roundTripMs < fastest.roundTripMs) fastest = next;
    }
    const base = Date.now() - performance.now();
    return {
      aheadMs: Math.round(fastest.databaseTime - (base + fastest.midpoint)),
      measuredAt: performance.now(),
      base,
    };
  }

  async #timed(): Promise<{ readonly databaseTime: number; readonly midpoint: number; readonly roundTripMs: number }> {
    const before = performance.now();
    const databaseTime = await this.#query();
    const after = performance.now();
    return { databaseTime, midpoint: (before + after) / 2, roundTripMs: after - before };
  }

  async #query(): Promise<number> {
    const [row] = await this.#pool.query<{ readonly time: number }>(
      "select cast(unix_timestamp(now(3)) * 1000 as signed) as time",
    );
    return row!.time;
  }
}

const isCurrent = ({ measuredAt, base }: Measurement): boolean =>
  performance.now() - measuredAt < MEASUREMENT_TTL_MS &&
  Math.abs(Date.now() - performance.now() - base) < MIN_CLOCK_STEP_MS;
