import { Effect } from "effect";
import type { DatabaseService } from "./database.ts";

/**
 * Sizes of the prepared lists. The ids of a call go into the smallest that holds them, the rest filled with the last
 * id; a few statements then serve every call, on any database.
 */
const LIST_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const LARGEST = LIST_SIZES[LIST_SIZES.length - 1]!;

interface LiveRow {
  readonly id: string;
  readonly live_generation: number;
}

/** Asked on every query, for the documents of all candidates. */
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
        // Expired documents are in no answer, though they may still be stored.
        .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", placeholder(size))]))
        .$narrowType<{ live_generation: number }>(),
    ),
  }));
  const readSome = (ids: readonly string[]) => {
    const query = queries.find(({ size }) => size >= ids.length)!;
    const last = ids.at(-1);
    const time = new Date().toISOString();
    return query.run(...ids, ...Array.from({ length: query.size - ids.length }, () => last), time);
  };
  return (ids: Iterable<string>) =>
    Effect.gen(function* () {
      const distinct = [...new Set(ids)];
      const live = new Map<string, number>();
      for (let start = 0; start < distinct.length; start += LARGEST) {
        for (const row of yield* readSome(distinct.slice(start, start + LARGEST)))
          live.set(row.id, row.live_generation);
      }
      return live as ReadonlyMap<string, number>;
    });
};
