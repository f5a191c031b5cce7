import type { PluginError } from "@quarry/plugin";
import { nextRound } from "@quarry/plugin/time-slice";
import { Deferred, Effect, Exit, type Scope } from "effect";
import { vectorKeys } from "../cache/vector-key.ts";
import { isZero } from "../call/check-vectors.ts";
import type { QueryUse } from "../embedder-use.ts";
import { type TruncatedText, truncateQuery } from "../input/truncate-input.ts";
import { digestOf, type RateLimiters } from "../rate-limits/rate-limiters.ts";
import { embedQueries } from "./embed-queries.ts";
import { RecentVectors } from "./recent-vectors.ts";

type QueryVector = Float32Array | undefined;

/** A query that is being embedded for all who ask it. */
interface PendingQuery extends TruncatedText {
  readonly key: string;
  readonly answer: Deferred.Deferred<QueryVector, PluginError>;
  waiting: number;
  /** Called when the last one who waited has gone. */
  onDeserted: () => void;
}

/** Queries that go in one call, as long as it hasn't begun. */
interface Group {
  readonly use: QueryUse;
  readonly queries: PendingQuery[];
  tokens: number;
}

/** About 2,500 vectors of 1536 numbers. */
const RECENT_BYTES = 16 * 1_048_576;

/**
 * Vectors of queries. Those that are asked in the same moment go in one call, whichever requests they belong to; the same
 * query is asked once for all who wait for it, and its vector is remembered for a while. Somebody who goes away takes
 * nothing from the others; when all of a call have gone, it is given up. An embedder that weighs words by a collection's statistics gives another vector for each
 * collection and each moment, so there only queries of one collection go together, and nothing is remembered. One that
 * has learned from a collection gives another vector after each training: queries go together, and are remembered, by training.
 */
export class QueryEmbedder {
  readonly #limiters: RateLimiters;
  readonly #scope: Scope.Scope;
  readonly #recent = new RecentVectors(RECENT_BYTES);
  readonly #pending = new Map<string, PendingQuery>();
  readonly #groups = new Map<string, Group>();

  constructor(limiters: RateLimiters, scope: Scope.Scope) {
    this.#limiters = limiters;
    this.#scope = scope;
  }

  /** Undefined when the embedder knows nothing of the query. */
  embed(use: QueryUse, text: string): Effect.Effect<QueryVector, PluginError> {
    return Effect.suspend(() => {
      const truncated = truncateQuery(text, use);
      const recent = isLasting(use) ? this.#recent.get(recentKey(use, truncated.text)) : undefined;
      if (recent !== undefined) return Effect.succeed(recent);
      const group = groupKey(use);
      const key = `${group}\n${truncated.text}`;
      const requested = this.#pending.get(key);
      if (requested !== undefined) return wait(requested);
      const answer = Deferred.makeUnsafe<QueryVector, PluginError>();
      const mine: PendingQuery = { ...truncated, key, answer, waiting: 0, onDeserted: () => {} };
      this.#pending.set(key, mine);
      return Effect.andThen(this.#join(use, group, mine), wait(mine));
    });
  }

  #join(use: QueryUse, key: string, query: PendingQuery): Effect.Effect<void> {
    const open = this.#groups.get(key);
    if (open !== undefined && hasCapacity(open, query)) {
      add(open, query);
      return Effect.void;
    }
    const group: Group = { use, queries: [], tokens: 0 };
    add(group, query);
    this.#groups.set(key, group);
    return Effect.asVoid(Effect.forkIn(Effect.andThen(untilAllHaveAsked, this.#send(key, group)), this.#scope));
  }

  #send(key: string, group: Group): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#groups.get(key) === group) this.#groups.delete(key);
      const { use } = group;
      // Nobody waits any more.
      const queries = group.queries.filter((query) => query.waiting > 0 || !this.#forget(query));
      if (queries.length === 0) return Effect.void;
      // A call that begins later must be weighed by the statistics of its own time.
      if (!isLasting(use)) for (const query of queries) this.#forget(query);
      const call = Effect.raceFirst(embedQueries(this.#limiters, use, queries), this.#desertion(queries));
      const answered = Effect.onExit(call, (exit) => Effect.sync(() => this.#answer(use, queries, exit)));
      return Effect.asVoid(Effect.exit(answered));
    });
  }

  /** Interrupted when nobody waits for any of the queries any more; a caller that asks later starts a new call. */
  #desertion(queries: readonly PendingQuery[]): Effect.Effect<never> {
    return Effect.callback((resume) => {
      const onDeserted = (): void => {
        if (queries.some(({ waiting }) => waiting > 0)) return;
        for (const query of queries) this.#forget(query);
        resume(Effect.interrupt);
      };
      for (const query of queries) query.onDeserted = onDeserted;
    });
  }

  #answer(
    use: QueryUse,
    queries: readonly PendingQuery[],
    exit: Exit.Exit<readonly Float32Array[], PluginError>,
  ): void {
    queries.forEach((query, index) => {
      this.#forget(query);
      if (Exit.isFailure(exit)) {
        Deferred.doneUnsafe(query.answer, Exit.failCause(exit.cause));
        return;
      }
      const vector = exit.value[index]!;
      const known = isZero(vector) ? undefined : vector;
      if (isLasting(use) && known !== undefined) this.#recent.set(recentKey(use, query.text), known);
      Deferred.doneUnsafe(query.answer, Exit.succeed(known));
    });
  }

  /** Always true. */
  #forget(query: PendingQuery): true {
    if (this.#pending.get(query.key) === query) this.#pending.delete(query.key);
    return true;
  }
}

const wait = (requested: PendingQuery): Effect.Effect<QueryVector, PluginError> =>
  Effect.suspend(() => {
    requested.waiting += 1;
    const leave = Effect.sync(() => {
      requested.waiting -= 1;
      if (requested.waiting === 0) requested.onDeserted();
    });
    return Effect.onExit(Deferred.await(requested.answer), () => leave);
  });

const add = (group: Group, query: PendingQuery): void => {
  group.queries.push(query);
  group.tokens += query.tokens;
};

const hasCapacity = ({ use, queries, tokens }: Group, query: PendingQuery): boolean => {
  const { maxBatchTexts, maxBatchTokens } = use.embedder.capabilities;
  return queries.length < maxBatchTexts && tokens + query.tokens <= maxBatchTokens;
};

/** Queries of one group differ in nothing but the text. The key is part of it: one that is refused fails its own only. */
const groupKey = ({ embedder, model, dimension, credential, collectionId, training }: QueryUse): string => {
  const scope = embedder.capabilities.usesTermStatistics || training !== undefined ? collectionId : "";
  return JSON.stringify([embedder.name, model, dimension, digestOf(credential), scope, training?.number]);
};

/** Whether a query has the same vector tomorrow, as long as the trained projection is the same. */
const isLasting = ({ embedder }: QueryUse): boolean => !embedder.capabilities.usesTermStatistics;

const recentKey = (use: QueryUse, text: string): string => {
  const [key] = vectorKeys(use, "query", [text]);
  return use.training === undefined ? key! : `${key!} ${use.collectionId} ${use.training.number}`;
};

/** Waits until the searches that begin at the same time have all asked. */
const untilAllHaveAsked = Effect.promise(nextRound);
