import { CollectionRepository, type UsageAddition, UsageRepository } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { expect, test } from "vitest";
import { databaseLayer, type CreateDatabase, newCollection } from "./fixture.ts";

const addition = (fields: Partial<UsageAddition> & Pick<UsageAddition, "subject">): UsageAddition => ({
  ...{ grouping: "key", day: 20_000, requests: 1, queries: 0, embeddedTokens: 0 },
  ...fields,
});

export const usageRepositorySuite = (createDatabase: CreateDatabase): void => {
  test("usage is summed up by day and group, listed by range in order, and pruned when old", async () => {
    const { location, remove } = await createDatabase();
    const layer = Layer.mergeAll(CollectionRepository.layer, UsageRepository.layer).pipe(
      Layer.provide(databaseLayer(location)),
    );
    const runtime = ManagedRuntime.make(layer);
    try {
      const run = runtime.runPromise;
      const usage = await run(UsageRepository);
      const collections = await run(CollectionRepository);
      const { id, name } = await run(collections.insert(newCollection({ name: "ours" })));
      const key = (subject: string, more: Partial<UsageAddition> = {}) => addition({ subject, ...more });
      const ours = (more: Partial<UsageAddition>) => addition({ grouping: "collection", subject: id, ...more });
      await run(
        usage.add([key("b"), key("a", { queries: 2 }), key("a", { day: 20_001 }), ours({ embeddedTokens: 5 })]),
      );
      const gone = addition({ grouping: "collection", subject: "00000000-0000-4000-8000-000000000000" });
      await run(usage.add([key("a", { requests: 3 }), ours({ embeddedTokens: 7, queries: 1 }), gone]));
      const range = { fromDay: 20_000, toDay: 20_001, limit: 10, offset: 0 };
      const keys = await run(usage.list({ ...range, grouping: "key" }));
      const none = { embeddedTokens: 0, storedBytes: null };
      expect(keys).toEqual({
        items: [
          { day: 20_000, group: "a", requests: 4, queries: 2, ...none },
          { day: 20_000, group: "b", requests: 1, queries: 0, ...none },
          { day: 20_001, group: "a", requests: 1, queries: 0, ...none },
        ],
        total: 3,
      });
      const page = await run(usage.list({ ...range, grouping: "key", groups: ["a"], limit: 1, offset: 1 }));
      expect(page).toMatchObject({ items: [{ day: 20_001, group: "a" }], total: 2 });
      const byCollection = await run(usage.list({ ...range, grouping: "collection" }));
      expect(byCollection).toEqual({
        items: [{ day: 20_000, group: name, requests: 2, queries: 1, embeddedTokens: 12, storedBytes: 0 }],
        total: 1,
      });
      expect(await run(usage.collectionIds(["ours", "nobody's"]))).toEqual(new Map([["ours", id]]));
      await run(usage.prune(20_001));
      expect((await run(usage.list({ ...range, grouping: "key" }))).total).toBe(1);
      expect((await run(usage.list({ ...range, grouping: "collection" }))).total).toBe(0);
    } finally {
      await Effect.runPromise(runtime.disposeEffect);
      await remove();
    }
  });
};
