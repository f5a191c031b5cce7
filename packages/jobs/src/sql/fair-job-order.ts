import { randomBytes } from "node:crypto";
import type { DatabaseService, StoreError } from "@quarry/store";
import { Effect } from "effect";
import { sql } from "kysely";
import type { Job } from "../job.ts";
import type { ClaimLimits } from "../job-queue.ts";
import { LINE } from "./job-line.ts";
import { type Claim, jobsOfFamily, takeFirst } from "./take-job.ts";

/** Callers whose last family is remembered; who was forgotten begins with the first of its families. */
const REMEMBERED_CALLERS = 1_000;

/** Bytes of a point to begin at that no caller is always the first behind. */
const START_BYTES = 16;

/**
 * Fair order of jobs: callers take turns, so do the families of one caller, and a family's jobs come as they are due. So
 * however much a caller has waiting, in however many collections, keeps nobody else waiting for longer. The jobs are in a
 * table, so who comes next is found by steps along its index and not in a queue in memory. Where the round is, each process
 * knows for itself: nothing is written for it, and processes don't wait for each other.
 */
export class FairJobOrder {
  readonly #database: DatabaseService;
  /** By kind. */
  readonly #lastCallers = new Map<string, string>();
  /** By kind and caller, the one that had its turn last at the end. */
  readonly #lastFamilies = new Map<string, string>();
  #kindRound = 0;

  constructor(database: DatabaseService) {
    this.#database = database;
  }

  /** Kinds take turns as well. */
  kindsInOrder(kinds: readonly string[]): readonly string[] {
    const start = this.#kindRound % kinds.length;
    return [...kinds.slice(start), ...kinds.slice(0, start)];
  }

  /** Takes a job of those in line whose turn it is. The steps to it don't depend on how many there are. */
  take(kind: string, claim: Claim, limits: ClaimLimits | undefined): Effect.Effect<Job | undefined, StoreError> {
    const start = this.#lastCallers.get(kind) ?? randomBytes(START_BYTES).toString("hex");
    return visitRound(
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
    return visitRound(
      this.#lastFamilies.get(callerKey),
      (after) => this.#nextFamily(kind, caller, after),
      (family) => {
        if (leased.some((leaseHolder) => leaseHolder.family === family)) return Effect.succeed(undefined);
        return Effect.tap(takeFirst(this.#database, jobsOfFamily(kind, caller, family), claim), (job) =>
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
    if (this.#lastFamilies.size <= REMEMBERED_CALLERS) return;
    for (const longestAgo of this.#lastFamilies.keys()) {
      this.#lastFamilies.delete(longestAgo);
      return;
    }
  }

  #nextCaller(kind: string, after: string | undefined): Effect.Effect<string | undefined, StoreError> {
    return this.#next("caller", sql`kind = ${kind} and line = ${LINE.due}`, after);
  }

  #nextFamily(kind: string, caller: string, after: string | undefined): Effect.Effect<string | undefined, StoreError> {
    return this.#next("family", sql`kind = ${kind} and line = ${LINE.due} and caller = ${caller}`, after);
  }

  /** The index is named: by another one all that is in line would be read. */
  #next(
    column: "caller" | "family",
    where: ReturnType<typeof sql>,
    after: string | undefined,
  ): Effect.Effect<string | undefined, StoreError> {
    const jobs =
      this.#database.dialect === "mysql" ? sql`jobs force index (jobs_turns)` : sql`jobs indexed by jobs_turns`;
    const key = sql.ref(column);
    const behind = after === undefined ? sql`` : sql`and ${key} > ${after}`;
    return this.#database.read(async (kysely) => {
      const found = await sql<{ readonly found: string }>`
        select ${key} as found from ${jobs} where ${where} ${behind} order by ${key} limit 1`.execute(kysely);
      return found.rows[0]?.found;
    });
  }
}

/** Visits each key once, beginning behind `last` and ending with it, until a visit gives something. */
const visitRound = Effect.fnUntraced(function* <A, E>(
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
