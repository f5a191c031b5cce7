import { CallerScheduler, PassageIndex } from "@quarry/index";
import { SearchService } from "@quarry/search";
import { Effect } from "effect";
import { CollectionIndex } from "../collection-index.ts";
import { Collections } from "../collections.ts";
import { type ObservedQuery, QueryObserver } from "../query-observer.ts";
import { QUERY_LIMITS } from "../schedulers.ts";

/** Services that answer queries. */
export interface QueryServices {
  readonly collections: Collections["Service"];
  readonly index: CollectionIndex["Service"];
  readonly passages: PassageIndex["Service"];
  readonly search: SearchService["Service"];
  readonly observer: { observe(query: ObservedQuery): void };
  readonly scheduler: CallerScheduler;
}

export const queryServices: Effect.Effect<
  QueryServices,
  never,
  Collections | CollectionIndex | PassageIndex | SearchService
> = Effect.gen(function* () {
  return {
    collections: yield* Collections,
    index: yield* CollectionIndex,
    passages: yield* PassageIndex,
    search: yield* SearchService,
    observer: yield* QueryObserver,
    scheduler: new CallerScheduler(QUERY_LIMITS),
  };
});
