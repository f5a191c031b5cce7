import type { PluginError } from "@quarry/plugin";
import { BoundedMap } from "@quarry/plugin/domain";
import { nextRound } from "@quarry/plugin/time-slice";
import { Deferred, Effect, Exit, type Scope } from "effect";
import { vectorKeys } from "../cache/vector-key.ts";
import { isZero } from "../call/check-vectors.ts";
import type { QueryUse } from "../embedder-use.ts";
import { type TruncatedText, truncateQuery } from "../input/truncate-input.ts";
import { digestOf, type RateLimiters } from "../rate-limits/rate-limiters.ts";
import { embedQueries } from "./embed-queries.ts";

type QueryVector = Float32Array | undefined;

/** Query being embedded for all callers that requested it. */
interface PendingQuery extends TruncatedText {
  readonly key: string;
  readonly answer: Deferred.Deferred<QueryVector, PluginError>;
  waiting: number;
  /** Called when the last waiting caller has left. */
  onAbandoned: () => void;
}

/** Queries that share one call, until it begins. */
interface Group {
  readonly use: QueryUse;
  readonly queries: PendingQuery[];
  tokens: number;
}

/** Cache size: about 2,500 vectors of 1536 numbers. */
const RECENT_BYTES = 16 * 1_048_576;

/** Size of a cached vector including its key and the map entry. */
const recentBytes = (vector: Float32Array): number => vector.byteLength + 200;

/**
 * Embeds queries. Queries that arrive at the same moment share one call, even across requests. Identical queries are
 * embedded once, and their vector stays in an LRU cache. A caller that leaves does not affect the others; the call is
 * aborted once all of them have left. An embedder that weighs terms by a collection's statistics returns a different
 * vector for each collection and moment: only queries of one collection share a call, and nothing is cached. An
 * embedder that has learned from a collection returns a different vector after each training: calls and cache are
 * separate for each training.
 */
export class QueryEmbedder {
  readonly #limiters: RateLimiters;
  readonly #scope: Scope.Scope;
  readonly #recent = new BoundedMap<string, Float32Array>(RECENT_BYTES, { weigh: recentBytes });
  readonly #pending = new Map<string, PendingQuery>();
  readonly #groups = new Map<string, Group>();

  constructor(limiters: RateLimiters, scope: Scope.Scope) {
    this.#limiters = limiters;
    this.#scope = scope;
  }

  /** Returns the vector of a query, or undefined if the embedder knows nothing about it. */
  embed(use: QueryUse, text: string): Effect.Effect<QueryVector, PluginError> {
    return Effect.suspend(() => {
      const truncated = truncateQuery(text, use);
      const recent = isCacheable(use) ? this.#recent.get(recentKey(use, truncated.text)) : undefined;
      if (recent !== undefined) return Effect.succeed(recent);
      const group = groupKey(use);
      const key = `${group}\n${truncated.text}`;
      const requested = this.#pending.get(key);
      if (requested !== undefined) return wait(requested);
      const answer = Deferred.makeUnsafe<QueryVector, PluginError>();
      const mine: PendingQuery = { ...truncated, key, answer, waiting: 0, onAbandoned: () => {} };
      this.#pending.set(key, mine);
      return Effect.andThen(this.#join(use, group, mine), wait(mine));
    });
  }

  #join(use: QueryUse, key: string, query: PendingQuery): Effect.Effect<void> {
    const openGroup = this.#groups.get(key);
    if (openGroup !== undefined && hasCapacity(openGroup, query)) {
      add(openGroup, query);
      return Effect.void;
    }
    const group: Group = { use, queries: [], tokens: 0 };
    add(group, query);
    this.#groups.set(key, group);
    return Effect.asVoid(Effect.forkIn(Effect.andThen(untilRoundEnds, this.#send(key, group)), this.#scope));
  }

  #send(key: string, group: Group): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#groups.get(key) === group) this.#groups.delete(key);
      const { use } = group;
      // Drops queries without a waiting caller.
      const queries = group.queries.filter((query) => query.waiting > 0 || !this.#forget(query));
      if (queries.length === 0) return Effect.void;
      // A later call must use the statistics of its own time.
      if (!isCacheable(use)) for (const query of queries) this.#forget(query);
      const call = Effect.raceFirst(embedQueries(this.#limiters, use, queries), this.#untilAbandoned(queries));
      const answered = Effect.onExit(call, (exit) => Effect.sync(() => this.#answer(use, queries, exit)));
      return Effect.asVoid(Effect.exit(answered));
    });
  }

  /** Interrupts once no caller waits for any of the queries. A later caller starts a new call. */
  #untilAbandoned(queries: readonly PendingQuery[]): Effect.Effect<never> {
    return Effect.callback((resume) => {
      const onAbandoned = (): void => {
        if (queries.some(({ waiting }) => waiting > 0)) return;
        for (const query of queries) this.#forget(query);
        resume(Effect.interrupt);
      };
      for (const query of queries) query.onAbandoned = onAbandoned;
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
      if (isCacheable(use) && known !== undefined) this.#recent.set(recentKey(use, query.text), known);
      Deferred.doneUnsafe(query.answer, Exit.succeed(known));
    });
  }

  /** Removes a query from the pending ones. Always returns true. */
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
      if (requested.waiting === 0) requested.onAbandoned();
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

/**
 * Queries of one group differ only in the text. The API key is part of the group key: a refused key fails only its own
 * queries.
 */
const groupKey = ({ embedder, model, dimension, credential, collectionId, training }: QueryUse): string => {
  const scope = embedder.capabilities.usesTermStatistics || training !== undefined ? collectionId : "";
  return JSON.stringify([embedder.name, model, dimension, digestOf(credential), scope, training?.number]);
};

/** Whether the vector of a query does not change as long as the trained projection is the same. */
const isCacheable = ({ embedder }: QueryUse): boolean => !embedder.capabilities.usesTermStatistics;

const recentKey = (use: QueryUse, text: string): string => {
  const [key] = vectorKeys(use, "query", [text]);
  return use.training === undefined ? key! : `${key!} ${use.collectionId} ${use.training.number}`;
};

/** Waits until all searches that begin at the same time have added their queries. */
const untilRoundEnds = Effect.promise(nextRound);
