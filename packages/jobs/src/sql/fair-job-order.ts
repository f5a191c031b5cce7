import { randomBytes } from "node:crypto";
import type { DatabaseService, StoreError } from "@quarry/store";
import { Effect } from "effect";
import { sql } from "kysely";
import type { Job } from "../job.ts";
import type { ClaimLimits } from "../job-queue.ts";
import { LINE } from "./job-line.ts";
import { type Claim, jobsOfFamily, claimFirst } from "./claim-first.ts";

/** Callers whose last family is cached (LRU). After eviction, a caller starts with the first of its families. */
const MAX_CACHED_CALLERS = 1_000;

/** Bytes of a random start key, so that no caller is always the first after it. */
const START_KEY_BYTES = 16;

/**
 * Fair order of jobs (round robin): callers take turns, then the families of one caller, and a family's jobs run in due
 * order. However much a caller has waiting, in however many collections, nobody else waits longer for it. The jobs are
 * in a table, so the next one is found by index seeks and not in a queue in memory. The position in the rotation is
 * local to each process: nothing is written for it, and processes don't wait for each other.
 */
export class FairJobOrder {
  readonly #database: DatabaseService;
  /** Last served caller, by kind. */
  readonly #lastCallers = new Map<string, string>();
  /** Last served family, by kind and caller; most recently served entry last. */
  readonly #lastFamilies = new Map<string, string>();
  #kindRound = 0;

  constructor(database: DatabaseService) {
    this.#database = database;
  }

  /** Rotates the kinds, which take turns as well. */
  rotatedKinds(kinds: readonly string[]): readonly string[] {
    const start = this.#kindRound % kinds.length;
    return [...kinds.slice(start), ...kinds.slice(0, start)];
  }

  /**
   * Takes the due job that is next in the rotation. The number of index seeks doesn't depend on the number of due jobs.
   */
  take(kind: string, claim: Claim, limits: ClaimLimits | undefined): Effect.Effect<Job | undefined, StoreError> {
    const start = this.#lastCallers.get(kind) ?? randomBytes(START_KEY_BYTES).toString("hex");
    return visitCircular(
      start,
      (after) => this.#nextCaller(kind, after),
      (caller) => this.#takeOf(kind, caller, claim, limits),
    );
  }

  #takeOf(
    kind: string,
    caller: string,
    claim: Claim,
    limits: ClaimLimits | undefined,
  ): Effect.Effect<Job | undefined, StoreError> {
    const leased = limits?.leased.filter((leaseHolder) => leaseHolder.caller === caller) ?? [];
    if (limits?.newCallersOnly === true && leased.length > 0) return Effect.succeed(undefined);
    const callerKey = JSON.stringify([kind, caller]);
    return visitCircular(
      this.#lastFamilies.get(callerKey),
      (after) => this.#nextFamily(kind, caller, after),
      (family) => {
        if (leased.some((leaseHolder) => leaseHolder.family === family)) return Effect.succeed(undefined);
        return Effect.tap(claimFirst(this.#database, jobsOfFamily(kind, caller, family), claim), (job) =>
          Effect.sync(() => {
            if (job !== undefined) this.#noteServed(kind, caller, callerKey, family);
          }),
        );
      },
    );
  }

  #noteServed(kind: string, caller: string, callerKey: string, family: string): void {
    this.#kindRound += 1;
    this.#lastCallers.set(kind, caller);
    this.#lastFamilies.delete(callerKey);
    this.#lastFamilies.set(callerKey, family);
    if (this.#lastFamilies.size <= MAX_CACHED_CALLERS) return;
    for (const leastRecentlyServed of this.#lastFamilies.keys()) {
      this.#lastFamilies.delete(leastRecentlyServed);
      return;
    }
  }

  #nextCaller(kind: string, after: string | undefined): Effect.Effect<string | undefined, StoreError> {
    return this.#next("caller", sql`kind = ${kind} and line = ${LINE.due}`, after);
  }

  #nextFamily(kind: string, caller: string, after: string | undefined): Effect.Effect<string | undefined, StoreError> {
    return this.#next("family", sql`kind = ${kind} and line = ${LINE.due} and caller = ${caller}`, after);
  }

  /** Finds the next key. Forces the index: any other would read all due jobs. */
  #next(
    column: "caller" | "family",
    where: ReturnType<typeof sql>,
    after: string | undefined,
  ): Effect.Effect<string | undefined, StoreError> {
    const jobs =
      this.#database.dialect === "mysql" ? sql`jobs force index (jobs_turns)` : sql`jobs indexed by jobs_turns`;
    const key = sql.ref(column);
    const afterCondition = after === undefined ? sql`` : sql`and ${key} > ${after}`;
    return this.#database.read(async (kysely) => {
      const found = await sql<{ readonly found: string }>`
        select ${key} as found from ${jobs} where ${where} ${afterCondition} order by ${key} limit 1`.execute(kysely);
      return found.rows[0]?.found;
    });
  }
}

/** Visits each key once in circular order, starting after `last` and ending with it, until a visit returns a value. */
const visitCircular = Effect.fnUntraced(function* <A, E>(
  last: string | undefined,
  next: (after: string | undefined) => Effect.Effect<string | undefined, E>,
  visit: (key: string) => Effect.Effect<A | undefined, E>,
): Effect.fn.Return<A | undefined, E> {
  let hasWrapped = last === undefined;
  let after = last;
  for (;;) {
    const key = yield* next(after);
    const isEnd = key === undefined || (hasWrapped && last !== undefined && key > last);
    if (isEnd && hasWrapped) return undefined;
    if (isEnd) {
      hasWrapped = true;
      after = undefined;
      continue;
    }
    const found = yield* visit(key);
    if (found !== undefined) return found;
    after = key;
  }
});
