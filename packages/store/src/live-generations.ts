import { Effect } from "effect";
import type { DatabaseService } from "./database.ts";

/**
 * Sizes of the prepared lists. The ids of a call are padded with the last id to the next size, so that a few statements
 * serve every call, on any database.
 */
const LIST_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const MAX_LIST_SIZE = LIST_SIZES[LIST_SIZES.length - 1]!;

interface LiveRow {
  readonly id: string;
  readonly live_generation: number;
}

/** Called by every query, for the documents of all candidates. */
export const makeLiveGenerations = (database: DatabaseService) => {
  const queries = LIST_SIZES.map((size) => ({
    size,
    run: database.prepareRead<LiveRow>((kysely, placeholder) =>
      kysely
        .selectFrom("documents")
        .select(["id", "live_generation"])
        .where(
          "id",
          "in",
          Array.from({ length: size }, (_, index) => placeholder(index)),
        )
        .where("live_generation", "is not", null)
        // No response contains expired documents, which may still be stored.
        .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", placeholder(size))]))
        .$narrowType<{ live_generation: number }>(),
    ),
  }));
  const readBatch = (ids: readonly string[]) => {
    const query = queries.find(({ size }) => size >= ids.length)!;
    const last = ids.at(-1);
    const time = new Date().toISOString();
    return query.run(...ids, ...Array.from({ length: query.size - ids.length }, () => last), time);
  };
  return (ids: Iterable<string>) =>
    Effect.gen(function* () {
      const distinct = [...new Set(ids)];
      const live = new Map<string, number>();
      for (let start = 0; start < distinct.length; start += MAX_LIST_SIZE) {
        for (const row of yield* readBatch(distinct.slice(start, start + MAX_LIST_SIZE)))
          live.set(row.id, row.live_generation);
      }
      return live as ReadonlyMap<string, number>;
    });
};
