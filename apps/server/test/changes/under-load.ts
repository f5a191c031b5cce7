import type { Library } from "./library.ts";

/** Workers that each repeat one kind of operation on a library until they are stopped. */
export interface Load {
  /** Stops the load and waits for operations in flight. Fails with the first failure of any worker. */
  stop(): Promise<{ readonly queries: number; readonly writes: number }>;
}

/** Documents and vectors that the load never touches: queries for them must always find them. */
export interface Kept {
  readonly documents: readonly string[];
  /** Whether vectors are deleted too. Default true. */
  readonly deletes?: boolean;
}

/**
 * Uploads and deletes documents, writes, replaces and deletes vectors, and queries in all modes, as fast as the
 * responses arrive. `victims` are documents that it may delete.
 */
export const startLoad = (library: Library, retained: Kept, victims: readonly string[]): Load => {
  let isOver = false;
  let queries = 0;
  let writes = 0;
  const left = [...victims];
  let made = 0;
  const again = async (work: () => Promise<void>) => {
    while (!isOver) await work();
  };
  const workers = [
    again(async () => {
      const id = await library.addDocument();
      writes += 1;
      await library.expectFound(id, "semantic");
      const victim = left.pop();
      if (victim !== undefined) await library.removeDocument(victim);
    }),
    again(async () => {
      made += 1;
      const ids = [`load-${made % 12}`, `load-${(made + 5) % 12}`];
      await library.putVectors(ids);
      if (made % 3 === 0 && retained.deletes !== false) await library.removeVectors([ids[0]!]);
      writes += 1;
    }),
    ...(["semantic", "hybrid"] as const).map((mode) =>
      again(async () => {
        await library.expectFound(retained.documents[queries % retained.documents.length]!, mode);
        queries += 1;
      }),
    ),
  ];
  // `stop` throws a failure; until then an unhandled rejection must not end the process.
  const ended = Promise.all(workers);
  ended.catch(() => (isOver = true));
  return {
    stop: async () => {
      isOver = true;
      await ended;
      return { queries, writes };
    },
  };
};
