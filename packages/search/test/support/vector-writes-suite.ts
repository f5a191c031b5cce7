import { type Passage, type PassageIndexService, vectorIdOf } from "@quarry/index";
import { describe, expect, test } from "vitest";

import { type IndexHome, run } from "./index-home.ts";
import { passageOf } from "./passage-of.ts";

const versionOf = (number: number): string => number.toString(16).padStart(13, "0");

const own = (id: string, vectorVersion: string, text = "granite"): Passage =>
  passageOf(0, text, { id, documentId: "", generation: 0, chunkIndex: 0, metadata: {}, vectorVersion });

/** Begins and completes a write of these ids. */
const write = async (index: PassageIndexService, collection: string, version: string, ids: readonly string[]) => {
  const passages = ids.map((id) => own(id, version));
  await run(index.vectorWrites.begin(collection, version, passages.map(vectorIdOf)));
  return run(index.vectorWrites.complete(collection, version, passages));
};

/** Suite for the log of vector writes, wherever it is stored. */
export const vectorWritesSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  describe("vector writes", () => {
    test("store passages and report the replaced vectors, in one step that survives reopening", async () => {
      await using home = await makeHome();
      const first = await home.open();
      const c = home.collection;
      const [one, two] = [versionOf(1), versionOf(2)];
      await run(first.index.ensure(c));
      // In the format from before versions existed.
      await run(first.index.put(c, [own("old", ""), own("a", "")]));
      expect(await write(first.index, c, one, ["a", "b"])).toEqual(["a"]);
      expect(await run(first.index.vectorWrites.open(c))).toMatchObject([
        { version: one, isDone: true, added: [`a\u001f${one}`, `b\u001f${one}`], obsolete: ["a"] },
      ]);
      await run(first.index.vectorWrites.settle(c, one));
      await run(first.index.vectorWrites.begin(c, two, [`b\u001f${two}`]));
      await first.close();
      const { index } = await home.open();
      expect(await run(index.vectorWrites.collections)).toContain(c);
      expect(await run(index.vectorWrites.open(c))).toMatchObject([
        { version: two, isDone: false, added: [`b\u001f${two}`], obsolete: [] },
      ]);
      expect(await run(index.get(c, ["a", "b", "old"]))).toMatchObject([
        { id: "a", vectorVersion: one },
        { id: "b", vectorVersion: one },
        { id: "old" },
      ]);
      expect(await run(index.vectorWrites.complete(c, two, [own("b", two, "marble")]))).toEqual([`b\u001f${one}`]);
      const { hits } = await run(index.keywordSearch(c, { query: "marble", topK: 9 }));
      expect(hits).toMatchObject([{ id: "b", vectorVersion: two }]);
      const { count, obsolete } = await run(index.vectorWrites.remove(c, versionOf(3), ["a", "b", "old", "nobody"]));
      expect(count).toBe(3);
      expect(obsolete.toSorted()).toEqual([`a\u001f${one}`, `b\u001f${two}`, "old"]);
      expect(await run(index.count(c))).toBe(0);
    });

    test("are rolled back or completed, never both", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      await write(index, c, versionOf(1), ["a"]);
      expect(await run(index.vectorWrites.rollBack(c, versionOf(1)))).toBe(false);
      await run(index.vectorWrites.begin(c, versionOf(2), [`a\u001f${versionOf(2)}`]));
      expect(await run(index.vectorWrites.rollBack(c, versionOf(2)))).toBe(true);
      expect(await run(index.vectorWrites.complete(c, versionOf(2), [own("a", versionOf(2))]))).toBeUndefined();
      expect(await run(index.get(c, ["a"]))).toMatchObject([{ vectorVersion: versionOf(1) }]);
      expect(await run(index.vectorWrites.open(c))).toContainEqual(
        expect.objectContaining({ version: versionOf(2), isDone: true, obsolete: [`a\u001f${versionOf(2)}`] }),
      );
      for (let number = 3; number < 40; number += 1) {
        const version = versionOf(number);
        await run(index.vectorWrites.begin(c, version, [`a\u001f${version}`]));
        const [taken, completed] = await Promise.all([
          run(index.vectorWrites.rollBack(c, version)),
          run(index.vectorWrites.complete(c, version, [own("a", version)])),
        ]);
        expect(taken).toBe(completed === undefined);
      }
    });

    test("with a wrong expected version store nothing and stay open", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      await write(index, c, versionOf(1), ["a"]);
      const next = versionOf(2);
      const passages = [own("a", next, "marble"), own("b", next, "marble")];
      await run(index.vectorWrites.begin(c, next, passages.map(vectorIdOf)));
      for (const expected of [
        [null, null],
        [versionOf(1), ""],
        [versionOf(9), null],
      ]) {
        expect(await run(index.vectorWrites.complete(c, next, passages, expected))).toBeUndefined();
      }
      expect(await run(index.get(c, ["a", "b"]))).toMatchObject([{ id: "a", vectorVersion: versionOf(1) }]);
      const both = await Promise.all([
        run(index.vectorWrites.complete(c, next, passages, [versionOf(1), null])),
        run(index.put(c, [own("other", versionOf(3))])),
      ]);
      expect(both[0]).toEqual([`a\u001f${versionOf(1)}`]);
      expect(await run(index.get(c, ["a", "b", "other"]))).toMatchObject([
        { vectorVersion: next },
        { vectorVersion: next },
        { vectorVersion: versionOf(3) },
      ]);
    });

    test("of the same ids at once leave one version, and every other vector is reported once as obsolete", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const ids = Array.from({ length: 20 }, (_, number) => `id ${number}`);
      const versions = Array.from({ length: 30 }, (_, number) => versionOf(number + 1));
      const answers = await Promise.all(versions.map((version) => write(index, c, version, ids)));
      const stored = await run(index.get(c, ids));
      expect(new Set(stored.map(({ vectorVersion }) => vectorVersion)).size).toBe(1);
      const named = [...stored.map(vectorIdOf), ...answers.flatMap((obsolete) => obsolete!)].toSorted();
      expect(named).toEqual(versions.flatMap((version) => ids.map((id) => `${id}\u001f${version}`)).toSorted());
      const open = await run(index.vectorWrites.open(c));
      expect(open.flatMap(({ obsolete }) => obsolete).length).toBe(ids.length * (versions.length - 1));
      for (const version of versions) await run(index.vectorWrites.settle(c, version));
      expect(await run(index.vectorWrites.open(c))).toEqual([]);
    });

    test("accept the maximum number of ids of the maximum length", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const ids = Array.from({ length: 10_000 }, (_, number) => `${number}`.padEnd(512, "ü"));
      const added = ids.map((id) => vectorIdOf({ id, vectorVersion: versionOf(1) }));
      await run(index.vectorWrites.begin(c, versionOf(1), added));
      const [open] = await run(index.vectorWrites.open(c));
      expect(open!.added).toEqual(added);
    });
  });
};
