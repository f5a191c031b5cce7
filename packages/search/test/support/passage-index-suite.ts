import type { Passage, PassageIndexService } from "@quarry/index";
import { Effect } from "effect";
import { describe, expect, test } from "vitest";

import { directSuite } from "./direct-suite.ts";
import { failure, type IndexHome, run } from "./index-home.ts";
import { listChunksSuite } from "./list-chunks-suite.ts";
import { misspeltSuite } from "./misspelt-suite.ts";
import { passageOf } from "./passage-of.ts";
import { referenceSearch } from "./reference-bm25.ts";
import { phrasesSuite } from "./phrases-suite.ts";
import { spellingsSuite } from "./spellings-suite.ts";
import { vectorWritesSuite } from "./vector-writes-suite.ts";
import { randomNumbers, ZipfTexts } from "../../../index/test/support/zipf-text.ts";

const found = async (index: PassageIndexService, collection: string, query: string): Promise<readonly string[]> =>
  (await run(index.keywordSearch(collection, { query, topK: 1_000 }))).hits.map(({ id }) => id);

/** Suite for every passage index, wherever it stores its passages. */
export const passageIndexSuite = (makeHome: () => Promise<IndexHome> | IndexHome): void => {
  vectorWritesSuite(makeHome);
  directSuite(makeHome);
  describe("passages", () => {
    test("are returned unchanged by id and by document, and as joined text spans", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const passages = Array.from({ length: 700 }, (_, number) => passageOf(number, `text ${number}`));
      await run(index.put(c, passages));
      await run(index.put(c, [passageOf(0, "another run", { id: "other", generation: 2 })]));
      expect(await run(index.get(c, ["chunk-650", "nobody", "chunk-3"]))).toEqual([passages[650], passages[3]]);
      const page = await run(index.listChunks(c, "handbook", 1, { limit: 2, offset: 698 }));
      expect(page).toEqual({ passages: [passages[698], passages[699]], total: 700 });
      const span = (fromIndex: number, toIndex: number, documentId = "handbook") =>
        ({ documentId, generation: 1, fromIndex, toIndex }) as const;
      const spans = [span(4, 6), span(699, 720), span(5, 5), span(900, 901), span(0, 9, "nothing")];
      expect(await run(index.spanTexts(c, spans))).toEqual([
        "text 4\n\ntext 5\n\ntext 6",
        "text 699",
        "text 5",
        "",
        "",
      ]);
      expect(await run(index.generations(c))).toEqual([
        { documentId: "handbook", generation: 1 },
        { documentId: "handbook", generation: 2 },
      ]);
      expect(await run(index.count(c))).toBe(701);
    });

    test("are replaced completely, and the last of two with the same id wins", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      await run(index.put(c, [passageOf(1, "granite", { contextText: "rocks" })]));
      await run(index.put(c, [passageOf(1, "marble"), passageOf(1, "slate", { documentId: "tour", metadata: {} })]));
      expect(await found(index, c, "granite rocks marble")).toEqual([]);
      expect(await found(index, c, "slate")).toEqual(["chunk-1"]);
      expect(await run(index.generations(c))).toEqual([{ documentId: "tour", generation: 1 }]);
      expect(await run(index.removeIds(c, ["chunk-1", "nobody"]))).toBe(1);
      expect(await run(index.generations(c))).toEqual([]);
    });

    test("rank higher if their context text has the term, or if the rest of their text is numbers", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const figures = Array.from({ length: 60 }, (_, at) => `${at + 11},${at + 300}`).join(" | ");
      await run(
        index.put(c, [
          passageOf(1, `dividends paid ${"by quarries and by mills each year ".repeat(6)}`),
          passageOf(2, `dividends paid | ${figures}`),
          passageOf(3, "granite marble slate"),
          passageOf(4, "marble slate", { contextText: "granite" }),
        ]),
      );
      expect(await found(index, c, "dividends")).toEqual(["chunk-2", "chunk-1"]);
      expect(await found(index, c, "granite")).toEqual(["chunk-4", "chunk-3"]);
    });

    test("are returned unchanged with the hits of a search if requested", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const chunk = passageOf(1, "granite rock", { contextText: "Stones", vectorVersion: "v2" });
      const entry = passageOf(0, "granite", {
        id: "entry",
        documentId: "",
        generation: 0,
        metadata: { shade: "grey" },
      });
      await run(index.put(c, [chunk, entry, passageOf(2, "marble")]));
      for (const [query, filter, passages] of [
        ["granite", undefined, [entry, chunk]],
        ['"granite rock"', undefined, [chunk]],
        ["granite", { op: "eq", path: "shade", value: "grey", negated: false }, [entry]],
        ["nothing", undefined, []],
        ["", undefined, []],
      ] as const) {
        const request = { query, topK: 10, filter };
        const plain = await run(index.keywordSearch(c, request));
        expect(plain.passages).toBeUndefined();
        expect(await run(index.keywordSearch(c, { ...request, withPassages: true }))).toEqual({ ...plain, passages });
      }
    });

    test("of one generation get new shared metadata, for reads and filters, also after reopening", async () => {
      await using home = await makeHome();
      const first = await home.open();
      const c = home.collection;
      await run(first.index.ensure(c));
      const passages = [1, 2, 3].map((number) => passageOf(number, "granite"));
      const other = passageOf(4, "granite", { generation: 2 });
      await run(first.index.put(c, [...passages, other]));
      const filter = { op: "eq", path: "state", value: "final", negated: false } as const;
      const handbook = { documentId: "handbook", generation: 1 };
      const shared = { document_id: "handbook", filename: "handbook.md", state: "final" };
      const described = passages.map((passage) => ({ ...passage, metadata: { ...passage.metadata, ...shared } }));
      const ids = passages.map(({ id }) => id);
      const check = async (index: PassageIndexService) => {
        expect(await run(index.get(c, [...ids, other.id]))).toEqual([...described, other]);
        // A store with the terms has also been updated by now.
        const { hits } = await run(index.keywordSearch(c, { query: "granite", topK: 9, filter }));
        expect(hits.map(({ id }) => id)).toEqual(ids);
      };
      await run(first.index.describe(c, handbook, { ...shared, state: "draft" }));
      await run(first.index.describe(c, handbook, shared));
      expect(await run(first.index.get(c, ids))).toEqual(described);
      await run(first.index.keepDescribed(c, handbook));
      await check(first.index);
      await first.close();
      await check((await home.open()).index);
    });

    test("with fields of their own retain them when the document's metadata changes", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const named = { document_id: "handbook", file_type: "chunks" };
      // The first two look the same until the document is described: one of them has its state from the document.
      const own: readonly Record<string, string>[] = [{ state: "draft" }, {}, { part: "p-7" }];
      const input = (shared: object, at: number) => {
        const place = { chunk_index: at + 1, page: null };
        return { ...shared, ...named, ...own[at], own_fields: Object.keys(own[at]!), ...place };
      };
      const passages = own.map((_, at) => passageOf(at + 1, "granite", { metadata: input({ state: "draft" }, at) }));
      // From before chunks recorded their own fields.
      const previous = passageOf(4, "granite", { metadata: { ...named, state: "draft", chunk_index: 4, page: null } });
      const many = Array.from({ length: 600 }, (_, at) => ({
        ...passageOf(at + 5, "marble"),
        metadata: { ...named, state: "draft", line: at, own_fields: ["line"], chunk_index: at + 5, page: null },
      }));
      await run(index.put(c, [...passages, previous, ...many]));
      const run1 = { documentId: "handbook", generation: 1 };
      for (const shared of [
        { state: "final", part: "p-1" },
        { state: "kept", title: "Stones" },
      ]) {
        await run(index.describe(c, run1, { ...shared, ...named }));
        await run(index.keepDescribed(c, run1));
        const ids = [...passages, previous, ...many].map(({ id }) => id);
        const now = await run(index.get(c, ids));
        expect(now.slice(0, 4).map(({ metadata }) => metadata)).toEqual([
          ...own.map((_, at) => input(shared, at)),
          previous.metadata,
        ]);
        expect(now.slice(4).map(({ metadata }) => metadata)).toEqual(
          many.map(({ metadata }) => ({ ...metadata, ...shared })),
        );
        const filter = { op: "eq", path: "state", value: shared.state, negated: false } as const;
        const { hits } = await run(index.keywordSearch(c, { query: "granite", topK: 9, filter }));
        expect(hits.map(({ id }) => id)).toEqual([passages[1]!.id, passages[2]!.id]);
      }
    });

    test("survive closing and reopening", async () => {
      await using home = await makeHome();
      const first = await home.open();
      const c = home.collection;
      await run(first.index.ensure(c));
      await run(first.index.put(c, [passageOf(1, "granite"), passageOf(2, "marble")]));
      await first.close();
      const second = await home.open();
      expect(await found(second.index, c, "marble")).toEqual(["chunk-2"]);
      await run(second.index.put(c, [passageOf(3, "marble")]));
      expect(await found(second.index, c, "marble")).toEqual(["chunk-2", "chunk-3"]);
    });
  });

  describe("collections", () => {
    test("must be created before use and are unknown after a drop", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      expect((await failure(index.put(c, [passageOf(1, "x")]))).reason).toBe("not_found");
      expect((await failure(index.keywordSearch(c, { query: "x", topK: 1 }))).reason).toBe("not_found");
      await run(index.ensure(c));
      await run(index.put(c, [passageOf(1, "granite")]));
      await run(index.ensure(c));
      expect(await run(index.count(c))).toBe(1);
      await run(index.drop(c));
      expect((await failure(index.count(c))).reason).toBe("not_found");
      await run(index.ensure(c));
      expect(await found(index, c, "granite")).toEqual([]);
      await run(index.drop("never-made"));
    });

    test("are all searchable when there are more than stay open at a time", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      const names = Array.from({ length: 80 }, (_, number) => `${c}-${number}`);
      for (const [number, name] of names.entries()) {
        await run(index.ensure(name));
        await run(index.put(name, [passageOf(number, `word${number}`)]));
      }
      for (const [number, name] of names.entries()) {
        expect(await found(index, name, `word${number}`)).toEqual([`chunk-${number}`]);
      }
    }, 60_000);
    test("written by two indexes in turn retain the writes of both", async () => {
      await using home = await makeHome();
      const [first, second] = [await home.open(), await home.open()];
      const c = home.collection;
      await run(first.index.ensure(c));
      for (let round = 0; round < 20; round++) {
        await run(first.index.put(c, [passageOf(round, `granite common${round}`)]));
        await run(second.index.put(c, [passageOf(100 + round, `marble common${round}`)]));
        await run(second.index.removeIds(c, [`chunk-${round - 5}`]));
      }
      expect(await run(first.index.count(c))).toBe(25);
      expect(await found(first.index, c, "common7")).toEqual(["chunk-107"]);
      expect((await found(second.index, c, "common17")).toSorted()).toEqual(["chunk-117", "chunk-17"]);
    });
    test("with an id that is not a valid file name are rejected", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      expect((await failure(index.ensure("../c"))).message).toContain("a collection id must match");
    });
  });

  describe("the keyword index", () => {
    test("statistics count only current passages", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      await run(index.put(c, [passageOf(1, "granite rock"), passageOf(2, "granite granite"), passageOf(3, "slate")]));
      await run(index.put(c, [passageOf(2, "marble")]));
      const terms = Array.from({ length: 1_500 }, (_, number) => `none${number}`);
      const all = ["marbl", "granit", ...terms, "slate"];
      const { documentCount, documentFrequencies: counts } = await run(index.termFrequencies(c, all));
      expect(documentCount).toBe(3);
      expect([counts.length, counts[0], counts[1], counts[2], counts.at(-1)]).toEqual([all.length, 1, 1, 0, 1]);
      expect(await run(index.termFrequencies(c, []))).toEqual({ documentCount: 3, documentFrequencies: [] });
    });

    test("statistics read before follow every kind of write, also when read during the write", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      const ask = async () => {
        const { documentCount, documentFrequencies } = await run(index.termFrequencies(c, ["granit", "slate"]));
        return [documentCount, ...documentFrequencies];
      };
      const during = async (write: Effect.Effect<unknown, unknown>) => {
        await Promise.all([run(write), ask(), ask()]);
        return ask();
      };
      await run(index.ensure(c));
      expect(await ask()).toEqual([0, 0, 0]);
      const [first, second] = [passageOf(1, "granite"), passageOf(2, "granite slate")];
      expect(await during(index.put(c, [first, second]))).toEqual([2, 2, 1]);
      expect(await ask()).toEqual([2, 2, 1]);
      expect(await during(index.put(c, [passageOf(1, "slate")]))).toEqual([2, 1, 2]);
      expect(await during(index.removeIds(c, [second.id]))).toEqual([1, 0, 1]);
      const many = Array.from({ length: 600 }, (_, number) => passageOf(number, "granite"));
      expect(await during(index.put(c, many))).toEqual([600, 600, 0]);
      expect(await during(index.removeGeneration(c, first.documentId, first.generation))).toEqual([0, 0, 0]);
      await run(index.put(c, [second]));
      expect(await during(index.removeDocument(c, second.documentId))).toEqual([0, 0, 0]);
      await run(index.drop(c));
      expect(await run(Effect.flip(index.termFrequencies(c, ["granit"])))).toMatchObject({ reason: "not_found" });
    });

    test("matches reference BM25 while thousands of passages are written, replaced, removed and merged", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const random = randomNumbers(7);
      const texts = new ZipfTexts(3, 600);
      const model = new Map<string, Passage>();
      for (let round = 0; round < 30; round++) {
        const writes: Promise<unknown>[] = [];
        for (let batch = 0; batch < 4; batch++) {
          const passages = Array.from({ length: Math.floor(random() * 120) }, () => {
            const number = Math.floor(random() * 6_000);
            return passageOf(number, texts.text(12), { documentId: `d${number % 40}` });
          });
          for (const passage of passages) model.set(passage.id, passage);
          writes.push(run(index.put(c, passages)));
          const ids = Array.from({ length: 15 }, () => `chunk-${Math.floor(random() * 6_000)}`);
          for (const id of ids) model.delete(id);
          writes.push(run(index.removeIds(c, ids)));
        }
        const documentId = `d${round}`;
        for (const passage of [...model.values()]) if (passage.documentId === documentId) model.delete(passage.id);
        writes.push(run(index.removeDocument(c, documentId)));
        await Promise.all(writes);
        const query = texts.query(3, 0, 200);
        const { hits } = await run(index.keywordSearch(c, { query, topK: 10_000 }));
        const expected = referenceSearch(model.values(), query);
        expect(hits.length).toBe(expected.length);
        for (const [rank, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[rank]!.score, 6);
      }
      expect(await run(index.count(c))).toBe(model.size);
    }, 300_000);

    test("breaks ties by id in code point order, at any topK", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const ids = [
        "\uffee",
        "😀",
        "a",
        "ab",
        "abcdefgh1",
        "abcdefgh0",
        "é",
        ...Array.from({ length: 50 }, (_, n) => `x-${n}`),
      ];
      await run(
        index.put(
          c,
          ids.map((id) => passageOf(0, "granite", { id })),
        ),
      );
      const sorted = ids
        .map((id) => Buffer.from(id))
        .sort(Buffer.compare)
        .map(String);
      expect(await found(index, c, "granite")).toEqual(sorted);
      const { hits } = await run(index.keywordSearch(c, { query: "granite", topK: 5 }));
      expect(hits.map(({ id }) => id)).toEqual(sorted.slice(0, 5));
    });
  });

  misspeltSuite(makeHome);
  phrasesSuite(makeHome);
  spellingsSuite(makeHome);

  describe("the chunks of a document", () => {
    listChunksSuite(makeHome);
  });

  describe("a scan", () => {
    test("returns all passages once, in code point order, despite writes in between", async () => {
      await using home = await makeHome();
      const { index } = await home.open();
      const c = home.collection;
      await run(index.ensure(c));
      const odd = ["", "\uffee", "😀", "a", "a ", "A", "ab", "é"];
      const ids = [...odd, ...Array.from({ length: 200 }, (_, number) => `x-${number}`)];
      const passages = ids.map((id, number) => passageOf(number, `text ${number}`, { id }));
      await run(index.put(c, passages));
      const seen: Passage[] = [];
      for (let round = 0; ; round++) {
        const page = await run(index.scan(c, { after: seen.at(-1)?.id, limit: 17 }));
        seen.push(...page);
        if (page.length < 17) break;
        // Replaces, removes and adds passages during the scan, before and after its current position.
        await run(index.put(c, [passages[0]!, passages[20 + round]!, passages.at(-1)!]));
        await run(index.put(c, [passageOf(0, "new", { id: `!-${round}` }), passageOf(0, "new", { id: `w-${round}` })]));
        await run(index.removeIds(c, [`w-${round - 1}`]));
      }
      const sorted = passages.toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
      expect(seen.filter(({ text }) => text !== "new")).toEqual(sorted);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      expect(await run(index.scan(c, { after: "y", limit: 2 }))).toEqual(
        sorted.filter(({ id }) => id > "y").slice(0, 2),
      );
      expect((await failure(index.scan(`${c}-2`, { limit: 1 }))).reason).toBe("not_found");
    });
  });
};
