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
