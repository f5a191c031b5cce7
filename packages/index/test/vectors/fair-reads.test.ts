import { Effect } from "effect";
import { expect, test } from "vitest";
import { callerNamed, CurrentCaller } from "../../src/scheduling/caller.ts";
import { openStore, recordOf, run, temporaryFolder } from "./support/open-store.ts";

test("hundreds of waiting reads of one caller don't block the reads of another", async () => {
  const { store } = await openStore(await temporaryFolder());
  await run(store.ensureCollection({ collection: "shared", dimension: 4 }));
  await run(
    store.upsert(
      "shared",
      Array.from({ length: 500 }, (_, i) => recordOf(`r${i}`, i)),
    ),
  );
  const ended: string[] = [];
  const readsOf = (owner: string, reads: number) =>
    Array.from({ length: reads }, () =>
      Effect.provideService(
        Effect.tap(store.list("shared", { limit: 100 }), () => Effect.sync(() => void ended.push(owner))),
        CurrentCaller,
        callerNamed(owner),
      ),
    );
  await run(Effect.all([...readsOf("loud", 400), ...readsOf("quiet", 10)], { concurrency: "unbounded" }));
  expect(ended).toHaveLength(410);
  expect(ended.lastIndexOf("quiet")).toBeLessThan(200);
});

test("reads cancelled while waiting free their slots for others", async () => {
  const { store } = await openStore(await temporaryFolder());
  await run(store.ensureCollection({ collection: "left", dimension: 4 }));
  await run(store.upsert("left", [recordOf("one", 1)]));
  const reads = Array.from({ length: 200 }, () => store.count("left"));
  await run(Effect.ignore(Effect.timeout(Effect.all(reads, { concurrency: "unbounded" }), 1)));
  expect(await run(Effect.all(reads, { concurrency: "unbounded" }))).toEqual(reads.map(() => 1));
});

test("a search among thousands of equal vectors lets other reads run before it ends", async () => {
  // Small enough that the vectors are stored as codes, and large enough that these fit.
  const { store } = await openStore(await temporaryFolder(), { cacheMemoryMb: 16 });
  await run(store.ensureCollection({ collection: "equal", dimension: 4 }));
  const ids = Array.from({ length: 40_000 }, (_, i) => `r${i}`);
  await run(
    store.upsert(
      "equal",
      ids.map((id) => recordOf(id, 1)),
    ),
  );
  const search = store.search("equal", { vector: recordOf("query", 1).vector, topK: 3 });
  // Reads the collection into memory.
  await run(search);
  let isOver = false;
  const [found, others] = await run(
    Effect.all(
      [
        Effect.ensuring(
          search,
          Effect.sync(() => void (isOver = true)),
        ),
        Effect.promise(async () => {
          let count = 0;
          for (; !isOver; count += 1) await run(store.get("equal", ["r5"]));
          return count;
        }),
      ],
      { concurrency: "unbounded" },
    ),
  );
  expect(found.hits.map(({ id }) => id)).toEqual(ids.toSorted().slice(0, 3));
  expect(others).toBeGreaterThan(16);
});
