import {
  type Page,
  type StoreError,
  type UsageAddition,
  type UsageDay,
  type UsageGrouping,
  UsageRepository,
  type UsageRequest,
} from "@quarry/store";
import { Clock, Context, Effect, Layer } from "effect";

type Counted = "requests" | "queries" | "embeddedTokens";

export interface UsageShape {
  /** Counts an admitted request, by the caller's name and the names of the collections in the request. */
  request(caller: string, collections: Iterable<string>): void;
  /** Counts an answered query. */
  query(caller: string, collectionId: string): void;
  /** Counts the tokens of texts sent to an embedder. */
  embedded(collectionId: string, tokens: number): void;
  list(request: UsageRequest): Effect.Effect<Page<UsageDay>, StoreError>;
}

/** Counts are buffered in memory for this time: a crash loses no more. */
const FLUSH_EVERY_MS = 2_000;
const MS_PER_DAY = 86_400_000;
/** Retention: a year, and one more month for comparison. */
const KEPT_DAYS = 400;
/** Limit on keys and collections counted between two writes, because callers can send any collection name. */
const MOST_COUNTED = 10_000;

/** Usage per day, counted in memory and written every 2 s. */
export class Usage extends Context.Service<Usage, UsageShape>()("@quarry/search/Usage") {
  static readonly layer: Layer.Layer<Usage, never, UsageRepository> = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const repository = yield* UsageRepository;
      let counts = new Map<string, UsageAddition & { readonly isName: boolean }>();

      const count = (grouping: UsageGrouping, subject: string, what: Counted, more: number, isName = false): void => {
        const day = Math.floor(Date.now() / MS_PER_DAY);
        const counterKey = `${grouping} ${day} ${isName} ${subject}`;
        const known = counts.get(counterKey) ?? { ...NOTHING, grouping, day, subject, isName };
        if (known[what] === 0 && counts.size >= MOST_COUNTED && !counts.has(counterKey)) return;
        counts.set(counterKey, { ...known, [what]: known[what] + more });
      };

      const flush = Effect.gen(function* () {
        if (counts.size === 0) return;
        const taken = [...counts.values()];
        counts = new Map();
        const names = taken.flatMap(({ isName, subject }) => (isName ? [subject] : []));
        const ids = yield* repository.collectionIds(names);
        yield* repository.add(
          taken.flatMap(({ isName, ...each }) => {
            const subject = isName ? ids.get(each.subject) : each.subject;
            return subject === undefined ? [] : [{ ...each, subject }];
          }),
        );
      }).pipe(Effect.catch((error) => Effect.logWarning("usage could not be counted", error)));

      const prune = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        repository.prune(Math.floor(now / MS_PER_DAY) - KEPT_DAYS),
      ).pipe(Effect.catch((error) => Effect.logWarning("old usage could not be removed", error)));

      yield* Effect.addFinalizer(() => flush);
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(FLUSH_EVERY_MS), flush)));
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(prune, Effect.sleep(MS_PER_DAY))));

      return {
        request: (caller, collections) => {
          count("key", keyOf(caller), "requests", 1);
          for (const name of new Set(collections)) count("collection", name, "requests", 1, true);
        },
        query: (caller, collectionId) => {
          if (caller !== "") count("key", keyOf(caller), "queries", 1);
          count("collection", collectionId, "queries", 1);
        },
        embedded: (collectionId, tokens) => {
          if (tokens > 0) count("collection", collectionId, "embeddedTokens", tokens);
        },
        list: (request) => Effect.andThen(flush, repository.list(request)),
      };
    }),
  );
}

const NOTHING = { requests: 0, queries: 0, embeddedTokens: 0 };

/**
 * Returns the name that a caller's usage counts for. User tokens count for the key that signs them, because the number
 * of users is unlimited.
 */
export const keyOf = (caller: string): string => caller.split("/", 1)[0]!;
