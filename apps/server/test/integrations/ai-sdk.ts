import { createQuarry, type QuarrySearchToolSettings } from "@quarry/ai-sdk";
import { APICallError, NoSuchModelError } from "@ai-sdk/provider";
import { createQuarryClient } from "@quarry/client";
import { createProviderRegistry, embed, embedMany, generateText, rerank, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import type { useServer } from "../harness/test-server.ts";

const MODEL = "quarry-local-v2";
const DIMENSION = 1_024;

const QUERY = "Where do herons wait for fish?";
const DOCUMENTS = ["A glacier moves downhill.", "Herons wait for fish in shallow water.", "Bread is baked in an oven."];

type ModelAnswer = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const USAGE: ModelAnswer["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Creates a language model that calls the tool once, with this input, and then reports that it is done. */
const modelThatSearches = (input: unknown): MockLanguageModelV4 => {
  const call: ModelAnswer = {
    content: [{ type: "tool-call", toolCallId: "1", toolName: "search", input: JSON.stringify(input) }],
    finishReason: { unified: "tool-calls", raw: undefined },
    usage: USAGE,
    warnings: [],
  };
  const end: ModelAnswer = {
    ...call,
    content: [{ type: "text", text: "Herons stand in water [1]." }],
    finishReason: { unified: "stop", raw: undefined },
  };
  return new MockLanguageModelV4({ doGenerate: [call, end] });
};

export const aiSdkTests = (server: ReturnType<typeof useServer>): void => {
  const quarry = (settings: Partial<Parameters<typeof createQuarry>[0]> = {}) =>
    createQuarry({ baseURL: server.api.address, apiKey: server.current.secret, ...settings });
  const failureOf = (call: Promise<unknown>): Promise<APICallError> =>
    call.then(
      () => expect.fail("must fail"),
      (error: APICallError) => error,
    );

  describe("embedding", () => {
    test("embeds one value or many, each by its own text, and reports usage", async () => {
      const model = quarry({ baseURL: `${server.api.address}/v1/` }).embeddingModel(MODEL);
      const one = await embed({ model, value: "herons" });
      expect(one.embedding).toHaveLength(DIMENSION);
      expect(one.usage).toEqual({ tokens: 2 });
      // More values, and more tokens, than a request may contain.
      const values = ["herons", ...Array.from({ length: 2_100 }, (_, at) => `text ${at} 𠮷`)];
      const many = await embedMany({ model, values });
      expect(many.embeddings).toHaveLength(values.length);
      expect(many.embeddings[0]).toEqual(one.embedding);
      expect(many.embeddings[2_100]).toEqual((await embed({ model, value: values[2_100]! })).embedding);
      const long = await embedMany({
        model,
        values: Array.from({ length: 3 }, (_, at) => `${at} word `.repeat(70_000)),
      });
      expect(long.usage.tokens).toBeGreaterThan(300_000);
      expect((await embedMany({ model, values: [] })).embeddings).toEqual([]);
    });

    test("uses the dimensions of the model or of the call", async () => {
      const model = quarry().embeddingModel(MODEL, { dimensions: 64 });
      expect((await embed({ model, value: "herons" })).embedding).toHaveLength(64);
      expect((await embed({ model, value: "herons", dimensions: 32 })).embedding).toHaveLength(32);
    });

    test("works through a provider registry, by name", async () => {
      const registry = createProviderRegistry({ quarry: quarry() });
      const { embedding } = await embed({ model: registry.embeddingModel(`quarry:${MODEL}`), value: "herons" });
      expect(embedding).toHaveLength(DIMENSION);
      expect(() => quarry().languageModel("any")).toThrow(NoSuchModelError);
      expect(() => quarry().imageModel("any")).toThrow(NoSuchModelError);
    });

    test("returns the errors of the service, and retries only where that can help", async () => {
      const unknown = await failureOf(embed({ model: quarry().embeddingModel("unheard-of"), value: "herons" }));
      expect(APICallError.isInstance(unknown)).toBe(true);
      expect(unknown).toMatchObject({ statusCode: 404, isRetryable: false });
      expect(unknown.message).toContain("'unheard-of' does not exist");
      const blank = await failureOf(embed({ model: quarry().embeddingModel(MODEL), value: "" }));
      expect(blank).toMatchObject({ statusCode: 400, message: expect.stringContaining("input[0]") as string });
      const wrongKey = quarry({ apiKey: "wrong" }).embeddingModel(MODEL);
      expect(await failureOf(embed({ model: wrongKey, value: "herons" }))).toMatchObject({ statusCode: 401 });
      const elsewhere = { fetch: async () => Response.json({}) };
      const strange = await failureOf(embed({ model: quarry(elsewhere).embeddingModel(MODEL), value: "herons" }));
      expect(strange.message).toContain("/v1/embeddings answered HTTP 200, which is no answer of Quarry");
      let attempts = 0;
      const fetch: typeof globalThis.fetch = async (url, options) => {
        attempts += 1;
        // No server listens at the address of the first attempt.
        return globalThis.fetch(attempts === 1 ? "http://127.0.0.1:9" : url, options);
      };
      await embed({ model: quarry({ fetch }).embeddingModel(MODEL), value: "herons" });
      expect(attempts).toBe(2);
      const ended = failureOf(
        embed({ model: quarry().embeddingModel(MODEL), value: "herons", abortSignal: AbortSignal.abort() }),
      );
      expect(await ended).toMatchObject({ name: "AbortError" });
    });
  });

  describe("reranking", () => {
    test("ranks texts and objects, with the default reranker or a named one", async () => {
      const texts = await rerank({ model: quarry().rerankingModel(), query: QUERY, documents: DOCUMENTS, topN: 2 });
      expect(texts.ranking).toHaveLength(2);
      expect(texts.ranking[0]).toMatchObject({ originalIndex: 1, document: DOCUMENTS[1] });
      expect(texts.response.modelId).toBe("rerank-v3.5");
      const documents = DOCUMENTS.map((text) => ({ text }));
      const objects = await rerank({ model: quarry().rerankingModel("judge"), query: QUERY, documents });
      expect(objects.rerankedDocuments[0]).toEqual({ text: DOCUMENTS[1] });
      const call = rerank({ model: quarry().rerankingModel("unheard-of"), query: QUERY, documents: DOCUMENTS });
      expect((await failureOf(call)).message).toContain("unheard-of");
    });
  });

  describe("the search tool", () => {
    const COLLECTION = "ai_sdk";
    const searching = async (input: unknown, settings: Partial<QuarrySearchToolSettings> = {}, apiKey?: string) => {
      const model = modelThatSearches(input);
      const search = quarry(apiKey === undefined ? {} : { apiKey }).searchTool({ collection: COLLECTION, ...settings });
      const result = await generateText({ model, prompt: QUERY, tools: { search }, stopWhen: stepCountIs(2) });
      return { result, content: result.steps[0]!.content.at(-1)!, calls: model.doGenerateCalls };
    };

    test("returns passages with their sources to the model, as many as requested", async () => {
      const client = createQuarryClient({ baseUrl: server.api.address, apiKey: server.current.secret });
      await client.collections.createCollection({ name: COLLECTION, defaultSearchMode: "hybrid" });
      for (const [name, team] of Object.entries({ birds: "field", bakery: "kitchen" })) {
        const text = `# The ${name}\n\n${name === "birds" ? DOCUMENTS[1] : DOCUMENTS[2]}\n`;
        const { id } = await client.documents.upload(COLLECTION, new File([text], `${name}.md`), {
          metadata: { team },
        });
        await client.documents.waitUntilReady(COLLECTION, id);
      }
      const entry = { id: "note", text: "A note on herons without a document.", embed: true };
      await client.vectors.upsertVectors({ collectionName: COLLECTION, vectors: [entry] });
      const { result, calls } = await searching({ query: "herons fish", topK: 2 });
      expect(result.text).toBe("Herons stand in water [1].");
      const [found] = result.steps[0]!.toolResults;
      expect(found!.output).toEqual({
        passages: [
          {
            number: 1,
            id: expect.any(String),
            text: expect.stringContaining(DOCUMENTS[1]!),
            score: expect.any(Number),
            documentId: expect.any(String),
            filename: "birds.md",
            section: ["The birds"],
          },
          { number: 2, id: "note", text: entry.text, score: expect.any(Number) },
        ],
      });
      expect(JSON.stringify(calls[1]!.prompt)).toContain("birds.md");
      const [tool] = calls[0]!.tools!;
      expect(tool).toMatchObject({
        name: "search",
        inputSchema: { required: ["query"], properties: { topK: { type: "integer", minimum: 1, maximum: 20 } } },
      });
    });

    test("is limited by the program's settings, not by the model's input", async () => {
      const refused = await searching({ query: "herons", topK: 4 }, { maxTopK: 3 });
      expect(refused.content).toMatchObject({ type: "tool-error" });
      expect(JSON.stringify(refused.calls[1]!.prompt)).toContain("topK");
      const { content } = await searching({ query: "herons", collection: "others", filters: {} }, { maxTopK: 1 });
      expect(content).toMatchObject({ type: "tool-result", output: { passages: [{ number: 1 }] } });
      const kitchen = await searching(
        { query: "herons fish" },
        { filters: { team: "kitchen" }, description: "Recipes" },
      );
      expect(kitchen.content).toMatchObject({ output: { passages: [{ filename: "bakery.md" }] } });
      expect(kitchen.calls[0]!.tools![0]).toMatchObject({ description: "Recipes" });
    });

    test("reports failures to the model", async () => {
      for (const input of [{ query: " " }, { query: 5 }, {}, { query: "herons", topK: 1.5 }]) {
        expect((await searching(input)).content).toMatchObject({ type: "tool-error" });
      }
      const missing = await searching({ query: "herons" }, { collection: "unheard_of" });
      expect(missing.calls[1]!.prompt.at(-1)!.content[0]).toMatchObject({
        output: { value: expect.stringContaining('collection "unheard_of" does not exist') as string },
      });
      expect((await searching({ query: "herons" }, {}, "wrong")).content).toMatchObject({
        error: { name: "UnauthenticatedError" },
      });
    });
  });
};
