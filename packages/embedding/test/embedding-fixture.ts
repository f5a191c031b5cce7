import {
  EmbedderTrainings,
  EmbeddingCache,
  Embeddings,
  type EmbedderUse,
  type EmbeddingsShape,
} from "@quarry/embedding";
import type { EmbeddingCacheSection, OpenEmbedder } from "@quarry/host";
import type { EmbedderCapabilities, EmbedderPlugin, EmbedderV1 } from "@quarry/plugin";
import {
  EmbedderTrainingRepository,
  EmbeddingCacheRepository,
  type EmbeddingCacheRepositoryService,
  sqliteDatabaseLayer,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface OpenEmbeddings {
  readonly embeddings: EmbeddingsShape;
  readonly stored: EmbeddingCacheRepositoryService;
  readonly close: () => Promise<void>;
}

/** Opens the embeddings of one process, on a database of its own or on the one at `path`. */
export const openEmbeddings = async (section?: EmbeddingCacheSection, path?: string): Promise<OpenEmbeddings> => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-embedding-"));
  const repository = Layer.mergeAll(EmbeddingCacheRepository.layer, EmbedderTrainingRepository.layer).pipe(
    Layer.provide(sqliteDatabaseLayer({ path: path ?? join(directory, "quarry.db") })),
  );
  const layer = Embeddings.layer.pipe(
    Layer.provide(Layer.mergeAll(EmbeddingCache.layer(section), EmbedderTrainings.layer)),
    Layer.provideMerge(repository),
  );
  const runtime = ManagedRuntime.make(layer);
  return {
    embeddings: await runtime.runPromise(Embeddings),
    stored: await runtime.runPromise(EmbeddingCacheRepository),
    close: async () => {
      await runtime.dispose();
      rmSync(directory, { recursive: true });
    },
  };
};

/** Opens a plugin's embedder with settings as an operator writes them. */
export const openPlugin = async <Settings>(
  plugin: EmbedderPlugin<Settings>,
  settings: unknown,
): Promise<Pick<OpenEmbedder, "service" | "capabilities" | "plugin">> => {
  const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
  const context = { dataDirectory: "/nowhere", log: () => undefined };
  return {
    plugin: plugin.name,
    service: await Effect.runPromise(Effect.scoped(plugin.make(decoded, context))),
    capabilities: plugin.capabilitiesFor?.(decoded) ?? plugin.capabilities,
  };
};

/** Returns an embedder as a collection uses it. */
export const useOf = (
  embedder: Partial<OpenEmbedder> & Pick<OpenEmbedder, "service" | "capabilities">,
  over: Partial<EmbedderUse> = {},
): EmbedderUse => ({
  embedder: { name: "provider", identity: "provider at its address", plugin: "provider", ...embedder },
  collectionId: "collection",
  model: "text-embedding-3-small",
  dimension: 16,
  credential: Redacted.make("sk-test-key-0123456789abcdef"),
  ...over,
});

export const capabilitiesOf = (over: Partial<EmbedderCapabilities> = {}): EmbedderCapabilities => ({
  models: [],
  otherModels: true,
  credential: "required",
  maxBatchTexts: 10,
  maxBatchTokens: 10_000,
  usesTermStatistics: false,
  hybridAlpha: 0.7,
  ...over,
});

export interface CountingEmbedder extends EmbedderV1 {
  /** Texts of each call, in the order in which the calls began. */
  readonly calls: (readonly string[])[];
}

/** Returns an embedder that stands in for a plugin: records its calls and responds with `answer`. */
export const embedderOf = (answer: (call: number, texts: readonly string[]) => ReturnType<EmbedderV1["embed"]>) => {
  const calls: (readonly string[])[] = [];
  const service: CountingEmbedder = {
    calls,
    health: Effect.void,
    embed: ({ texts }) => Effect.suspend(() => answer(calls.push(texts), texts)),
  };
  return service;
};

/** Returns vectors that distinguish texts by their length. */
export const byLength = (texts: readonly string[], dimension = 2) => ({
  vectors: texts.map((text) => {
    const vector = new Float32Array(dimension).fill(1);
    vector[0] = text.length;
    return vector;
  }),
});

export const textsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `${prefix} ${index}`, tokenCount: 3 }));

export const run = Effect.runPromise;
