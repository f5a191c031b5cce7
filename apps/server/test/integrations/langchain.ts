import { Document, type DocumentInterface } from "@langchain/core/documents";
import { Embeddings } from "@langchain/core/embeddings";
import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { createQuarryClient, InvalidArgumentError, NotFoundError, PermissionDeniedError } from "@quarry/client";
import { QuarryRetriever, QuarryVectorStore, type QuarryVectorStoreOptions } from "@quarry/langchain";
import { describe, expect, test } from "vitest";
import type { useServer } from "../harness/test-server.ts";

const DIMENSION = 6;

/**
 * Embeds texts as vectors that depend only on the text and point in any direction, so that some cosines are negative.
 */
class TextEmbeddings extends Embeddings {
  constructor() {
    super({});
  }

  override async embedDocuments(texts: string[]): Promise<number[][]> {
    return texts.map((text) =>
      Array.from({ length: DIMENSION }, (_, at) =>
        Math.sin([...text].reduce((sum, character) => sum * 31 + character.codePointAt(0)!, at + 1) % 1_009),
      ),
    );
  }

  override async embedQuery(text: string): Promise<number[]> {
    return (await this.embedDocuments([text]))[0]!;
  }
}

const embeddings = new TextEmbeddings();

const document = (pageContent: string, metadata: object = {}, id?: string): Document =>
  new Document({ pageContent, metadata: { ...metadata }, ...(id !== undefined && { id }) });

let number = 0;
const newName = () => `langchain_${(number += 1)}`;

const byContent = (documents: readonly DocumentInterface[]) =>
  documents.toSorted((one, other) => (one.pageContent < other.pageContent ? -1 : 1));

export const langChainTests = (server: ReturnType<typeof useServer>): void => {
  const clientOf = (apiKey = server.current.secret) =>
    createQuarryClient({ baseUrl: server.api.address, apiKey, retry: { attempts: 1 } });
  const optionsOf = (more: Partial<QuarryVectorStoreOptions> = {}): QuarryVectorStoreOptions => ({
    client: clientOf(),
    collectionName: newName(),
    ...more,
  });
  const embeddingNames = { "vectors from the client": embeddings, "texts that the service embeds": undefined };

  describe.each(Object.entries(embeddingNames))(
    "the cases of LangChain's VectorStoreIntegrationTests, %s",
    (_, input) => {
      const emptyStore = async (): Promise<QuarryVectorStore> => {
        const options = optionsOf();
        const fields = input === undefined ? {} : { embeddingProvider: "none", dimension: DIMENSION };
        await options.client.collections.createCollection({ name: options.collectionName, ...fields });
        return QuarryVectorStore.fromExistingCollection(input, options);
      };
      const foo = document("foo", { id: 1 });
      const bar = document("bar", { id: 2 });

      test("a new store is empty", async () => {
        expect(await (await emptyStore()).similaritySearch("foo", 1)).toEqual([]);
      });

      test("documents are found unchanged, and the input documents are not modified", async () => {
        const store = await emptyStore();
        const originals = [document("foo", { id: 1 }), document("bar", { id: 2 })];
        const ids = await store.addDocuments(originals);
        const [first, second] = await store.similaritySearch("bar", 2);
        expect(first).toEqual(new Document({ ...bar, id: ids[1]! }));
        expect(second).toEqual(new Document({ ...foo, id: ids[0]! }));
        expect(originals).toEqual([foo, bar]);
      });

      test("one or several documents can be deleted, and unknown ids are no error", async () => {
        const store = await emptyStore();
        const ids = await store.addDocuments([foo, bar, document("baz", { id: 3 })], { ids: ["1", "2", "3"] });
        expect(ids).toEqual(["1", "2", "3"]);
        await store.delete({ ids: ["1"] });
        expect(byContent(await store.similaritySearch("foo", 3)).map(({ id }) => id)).toEqual(["2", "3"]);
        await store.delete({ ids: ["2", "3", "unheard of"] });
        expect(await store.similaritySearch("foo", 3)).toEqual([]);
        await store.delete({ ids: ["4", "5"] });
      });

      test("adding the same ids twice leaves one document each", async () => {
        const store = await emptyStore();
        for (const _ of [1, 2]) expect(await store.addDocuments([foo, bar], { ids: ["1", "2"] })).toEqual(["1", "2"]);
        const found = await store.similaritySearch("bar", 3);
        expect(found).toEqual([new Document({ ...bar, id: "2" }), new Document({ ...foo, id: "1" })]);
      });

      test("adding an existing id replaces the document", async () => {
        const store = await emptyStore();
        await store.addDocuments([foo, bar], { ids: ["1", "2"] });
        await store.addDocuments([document("new foo", { some: "metadata" })], { ids: ["1"] });
        const found = await store.similaritySearch("new foo", 2);
        expect(found[0]).toEqual(document("new foo", { some: "metadata" }, "1"));
        expect(found).toHaveLength(2);
      });

      test("documents are read by ids; missing ones are omitted", async () => {
        const store = await emptyStore();
        await store.addDocuments([foo, bar], { ids: ["1", "2"] });
        const read = await store.getByIds(["2", "1", "missing", "2"]);
        expect(byContent(read)).toEqual([new Document({ ...bar, id: "2" }), new Document({ ...foo, id: "1" })]);
        expect(await store.getByIds(["missing"])).toEqual([]);
        expect(await store.getByIds([])).toEqual([]);
      });

      test("a document's own id is used, and a document without one gets a new id", async () => {
        const store = await emptyStore();
        const ids = await store.addDocuments([document("foo", { id: 1 }, "a/b c?é"), document("bar", { id: 2 })]);
        expect(ids).toEqual(["a/b c?é", expect.any(String)]);
        const read = await store.getByIds(ids);
        expect(byContent(read)).toEqual([document("bar", { id: 2 }, ids[1]), document("foo", { id: 1 }, "a/b c?é")]);
        await store.addDocuments([document("new foo", { id: 3 }, "a/b c?é")]);
        expect(await store.getByIds(["a/b c?é"])).toEqual([document("new foo", { id: 3 }, "a/b c?é")]);
      });
    },
  );

  describe("returns the same as MemoryVectorStore", () => {
    const TEXTS = [
      "heron",
      "stork",
      "crane",
      "bittern",
      "egret",
      "ibis",
      "kingfisher",
      "owl",
      "wren",
      "swift",
      "é𠮷 \u0000",
    ];
    const METADATAS = TEXTS.map((_, index) => ({ index, even: index % 2 === 0, nested: { list: [index, null, "é"] } }));
    const stores = async (texts = TEXTS, metadatas: object[] | object = METADATAS) =>
      Promise.all([
        MemoryVectorStore.fromTexts(texts, metadatas, embeddings),
        QuarryVectorStore.fromTexts(texts, metadatas, embeddings, optionsOf()),
      ] as const);
    const withoutId = ({ pageContent, metadata }: DocumentInterface) => ({ pageContent, metadata });
    const scoredAlike = (results: readonly [DocumentInterface, number][]) =>
      results.map(([found, score]) => [withoutId(found), expect.closeTo(Math.max(0, score), 5)]);

    test("for searches by text and by vector, with scores, for any k", async () => {
      const [memory, quarry] = await stores();
      for (const query of ["heron", "the wren", ""]) {
        expect((await quarry.similaritySearch(query)).map(withoutId)).toEqual(
          (await memory.similaritySearch(query)).map(withoutId),
        );
        const scored = await quarry.similaritySearchWithScore(query, 5);
        expect(scored.map(([found, score]) => [withoutId(found), score])).toEqual(
          scoredAlike(await memory.similaritySearchWithScore(query, 5)),
        );
        const vector = await embeddings.embedQuery(query);
        const byVector = await quarry.similaritySearchVectorWithScore(vector, 3);
        expect(byVector.map(([found, score]) => [withoutId(found), score])).toEqual(
          scoredAlike(await memory.similaritySearchVectorWithScore(vector, 3)),
        );
      }
      expect(await quarry.similaritySearch("heron", 100)).toHaveLength(TEXTS.length);
    });

    test("for searches with a filter", async () => {
      const [memory, quarry] = await stores();
      const pairs = [
        [{ even: true }, ({ metadata }: Document) => metadata["even"] === true],
        [{ index: { $gte: 3, $lt: 7 } }, ({ metadata }: Document) => metadata["index"] >= 3 && metadata["index"] < 7],
        [{ index: 99 }, () => false],
      ] as const;
      for (const [filter, matches] of pairs) {
        const expected = await memory.similaritySearch("owl", 4, matches as (found: Document) => boolean);
        expect((await quarry.similaritySearch("owl", 4, filter)).map(withoutId)).toEqual(expected.map(withoutId));
      }
    });

    test("for searches by maximal marginal relevance", async () => {
      const [memory, quarry] = await stores();
      for (const options of [{ k: 4 }, { k: 3, fetchK: 5, lambda: 0.1 }, { k: 11, lambda: 1 }, { k: 2, fetchK: 1 }]) {
        // The query must not be the text of a document: all others would then rank equally.
        expect((await quarry.maxMarginalRelevanceSearch("an ibis", options)).map(withoutId)).toEqual(
          (await memory.maxMarginalRelevanceSearch("an ibis", options)).map(withoutId),
        );
      }
    });

    test("as a retriever, by similarity and by maximal marginal relevance", async () => {
      const [memory, quarry] = await stores();
      for (const fields of [{ k: 2 }, { k: 3, searchType: "mmr", searchKwargs: { lambda: 0.3 } }] as const) {
        const [expected, found] = await Promise.all([
          memory.asRetriever(fields).invoke("stork"),
          quarry.asRetriever(fields).invoke("stork"),
        ]);
        expect(found.map(withoutId)).toEqual(expected.map(withoutId));
      }
      expect(await quarry.asRetriever({ k: 9, filter: { even: true } }).invoke("owl")).toHaveLength(6);
    });

    test("for shared metadata, existing vectors and documents with ids", async () => {
      const [memory, quarry] = await stores(["heron", "stork"], { source: "shared" });
      const added = [document("crane", { own: true }, "id-1"), document("owl", {}, "id-2")];
      const vectors = await embeddings.embedDocuments(["crane", "owl"]);
      await memory.addVectors(vectors, added);
      expect(await quarry.addVectors(vectors, added)).toEqual(["id-1", "id-2"]);
      const [expected, found] = await Promise.all([
        memory.similaritySearch("crane", 4),
        quarry.similaritySearch("crane", 4),
      ]);
      expect(found.map(withoutId)).toEqual(expected.map(withoutId));
      expect(found[0]!.id).toBe(expected[0]!.id);
    });
  });

  describe("a store", () => {
    test("creates its collection with the first documents, also in concurrent calls", async () => {
      const options = optionsOf();
      const store = new QuarryVectorStore(embeddings, options);
      await expect(store.similaritySearch("foo")).rejects.toThrow(NotFoundError);
      await expect(QuarryVectorStore.fromExistingCollection(embeddings, options)).rejects.toThrow(NotFoundError);
      await Promise.all(Array.from({ length: 8 }, (_, at) => store.addDocuments([document(`text ${at}`)])));
      expect(await store.similaritySearch("text", 100)).toHaveLength(8);
      const { dimension, embeddingProvider } = await options.client.collections.getCollection({
        name: options.collectionName,
      });
      expect({ dimension, embeddingProvider }).toEqual({ dimension: DIMENSION, embeddingProvider: "none" });
      await expect(store.addVectors([[1, 2]], [document("two numbers")])).rejects.toThrow(/must have 6 numbers/);
    });

    test("adds more documents than a call can contain, and deletes them by filter, waiting for the end", async () => {
      const store = new QuarryVectorStore(embeddings, optionsOf());
      const ids = await store.addDocuments(Array.from({ length: 2_300 }, (_, at) => document(`text ${at}`, { at })));
      expect(new Set(ids).size).toBe(2_300);
      expect(await store.getByIds(ids)).toHaveLength(2_300);
      await store.delete({ filter: { at: { $gte: 1_100 } } });
      expect(await store.similaritySearch("text", 1_000, { at: { $gte: 1_099 } })).toHaveLength(1);
      await store.delete({ ids: ids.slice(0, 1_050) });
      expect(await store.getByIds(ids)).toHaveLength(50);
      await store.delete({ deleteAll: true });
      expect(await store.getByIds(ids)).toEqual([]);
    });

    test("stores metadata as JSON, and rejects metadata that is too large", async () => {
      const store = new QuarryVectorStore(embeddings, optionsOf());
      const [id] = await store.addDocuments([document("foo", { at: new Date(0), none: undefined })]);
      expect((await store.getByIds([id!]))[0]!.metadata).toEqual({ at: "1970-01-01T00:00:00.000Z" });
      const many = Array.from({ length: 201 }, (_, at) => document("foo", { large: "x".repeat(at * 330) }));
      const large = store.addDocuments(many);
      await expect(large).rejects.toThrow(/^documents\[199\]\.metadata: must be at most 65536 bytes/);
      const [last] = many.splice(200, 1);
      const next = store.addDocuments([...Array.from({ length: 200 }, () => document("foo")), last!]);
      await expect(next).rejects.toThrow(/^documents\[200\]\.metadata: must be at most 65536 bytes/);
    });

    test("rejects invalid arguments", async () => {
      const store = new QuarryVectorStore(embeddings, optionsOf());
      await expect(store.addDocuments([document("foo")], { ids: ["1", "2"] })).rejects.toThrow(
        "ids: must be as many as the documents, 1, got 2",
      );
      await expect(store.addVectors([], [document("foo")])).rejects.toThrow(/^vectors: must be as many/);
      for (const wrong of [{}, { ids: ["1"], filter: { a: 1 } }, undefined]) {
        await expect(store.delete(wrong as object)).rejects.toThrow(/exactly one of ids, filter, and deleteAll/);
      }
      const served = new QuarryVectorStore(undefined, optionsOf());
      await expect(served.embeddings.embedQuery("foo")).rejects.toThrow(InvalidArgumentError);
    });

    test("with a key that can't create collections reports that", async () => {
      const { key } = await clientOf().keys.createKey({ name: newName(), scope: "write" });
      const store = new QuarryVectorStore(embeddings, optionsOf({ client: clientOf(key) }));
      const added = store.addDocuments([document("foo")]);
      await expect(added).rejects.toThrow(PermissionDeniedError);
      await expect(added).rejects.toThrow(/does not exist, and the key may not make it/);
    });

    test("embedded by the service supports semantic, keyword and diverse search", async () => {
      const options = optionsOf({ searchMode: "hybrid", newCollection: { description: "birds" } });
      const texts = ["Herons stand still in the water.", "Herons stand still in water.", "Bread is baked.", " "];
      const store = await QuarryVectorStore.fromTexts(texts, {}, undefined, options);
      const [best, second] = await store.similaritySearchWithScore("standing herons", 2);
      expect([best![0].pageContent, second![0].pageContent].toSorted()).toEqual(texts.slice(0, 2));
      expect(best![1]).toBeGreaterThan(0.3);
      const diverse = await store.maxMarginalRelevanceSearch("herons stand", { k: 2, lambda: 0.2 });
      expect(diverse[1]!.pageContent).toBe("Bread is baked.");
      const words = new QuarryVectorStore(undefined, { ...options, searchMode: "keyword" });
      expect((await words.similaritySearch("bread", 3)).map(({ pageContent }) => pageContent)).toEqual([texts[2]]);
    });

    test("with vectors from the client supports keyword search too", async () => {
      const options = optionsOf();
      const texts = ["heron", "stork", "crane"];
      await QuarryVectorStore.fromTexts(texts, {}, embeddings, options);
      for (const searchMode of ["hybrid", "keyword"] as const) {
        const store = new QuarryVectorStore(embeddings, { ...options, searchMode });
        expect((await store.similaritySearch("stork", 1))[0]!.pageContent).toBe("stork");
      }
      expect(
        await new QuarryVectorStore(embeddings, { ...options, minScore: 0.999 }).similaritySearch("stork"),
      ).toHaveLength(1);
    });
  });

  describe("the retriever", () => {
    test("returns passages with score and citation, and ends with its signal", async () => {
      const client = clientOf();
      const collectionName = newName();
      await client.collections.createCollection({ name: collectionName });
      const text = "# Birds\n\nHerons stand still in shallow water.\n\n# Bakery\n\nBread is baked in an oven.\n";
      const file = new File([text], "handbook.md");
      const { id } = await client.documents.upload(collectionName, file, { metadata: { team: "docs" } });
      await client.documents.waitUntilReady(collectionName, id);
      const retriever = new QuarryRetriever({
        client,
        collectionName,
        k: 1,
        searchMode: "hybrid",
        filter: { team: "docs" },
      });
      const [found] = await retriever.invoke("Where do herons stand?");
      expect(found!.pageContent).toContain("Herons stand still");
      expect(found!.metadata).toMatchObject({
        team: "docs",
        score: expect.any(Number),
        citation: { documentId: id, filename: "handbook.md", section: ["Birds"] },
      });
      expect((await retriever.batch(["herons", "bread"])).map(({ length }) => length)).toEqual([1, 1]);
      const ended = retriever.invoke("herons", { signal: AbortSignal.abort() });
      await expect(ended).rejects.toMatchObject({ name: "CancelledError" });
      const none = new QuarryRetriever({ client, collectionName, filter: { team: "others" } });
      expect(await none.invoke("herons")).toEqual([]);
      expect(JSON.stringify(retriever)).not.toContain(server.current.secret);
    });
  });
};
