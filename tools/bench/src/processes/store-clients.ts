import { slicesOf } from "@quarry/domain";
import { addressOf } from "@quarry/services";
import { DataType, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { ChromaClient } from "chromadb";

/** An entry as both sides store it. */
export interface Entry {
  readonly id: string;
  readonly vector: Float32Array;
  readonly language: string;
}

/** A vector server's own client, used as its manual shows. */
export interface StoreClient extends AsyncDisposable {
  readonly fill: (entries: readonly Entry[]) => Promise<void>;
  /** The ids of the nearest, of one language or of all. */
  readonly search: (vector: Float32Array, topK: number, language: string | undefined) => Promise<readonly string[]>;
}

/** The same graph as Quarry's: the client's side must not be faster because it looks less. */
const WIDTH = { construction: 200, neighbors: 32, search: 200 } as const;
const BATCH = 1_000;

export const openChromaClient = async (name: string): Promise<StoreClient> => {
  const { hostname, port } = new URL(addressOf("chroma"));
  const client = new ChromaClient({ host: hostname, port: Number(port) });
  const collection = await client.createCollection({
    name,
    embeddingFunction: null,
    configuration: {
      hnsw: {
        space: "ip",
        ef_construction: WIDTH.construction,
        ef_search: WIDTH.search,
        max_neighbors: WIDTH.neighbors,
      },
    },
  });
  return {
    fill: async (entries) => {
      for (const batch of slicesOf(entries, BATCH)) {
        await collection.upsert({
          ids: batch.map(({ id }) => id),
          embeddings: batch.map(({ vector }) => Array.from(vector)),
          metadatas: batch.map(({ language }) => ({ language })),
        });
      }
    },
    search: async (vector, topK, language) => {
      const { ids } = await collection.query({
        queryEmbeddings: [Array.from(vector)],
        nResults: topK,
        include: ["distances"],
        ...(language !== undefined && { where: { language } }),
      });
      return ids[0]!;
    },
    [Symbol.asyncDispose]: () => client.deleteCollection({ name }),
  };
};

export const openMilvusClient = async (name: string, dimension: number): Promise<StoreClient> => {
  const client = new MilvusClient({
    address: new URL(addressOf("milvus-lite")).host,
    logLevel: "error",
    telemetry: { enabled: false },
    channelOptions: { "grpc.keepalive_permit_without_calls": 0, "grpc.keepalive_time_ms": 60_000 },
  });
  await client.connectPromise;
  await client.createCollection({
    collection_name: name,
    consistency_level: "Strong",
    fields: [
      { name: "id", data_type: DataType.VarChar, max_length: 64, is_primary_key: true },
      { name: "vector", data_type: DataType.FloatVector, dim: dimension },
      { name: "language", data_type: DataType.VarChar, max_length: 64 },
    ],
    index_params: [
      {
        field_name: "vector",
        index_type: "HNSW",
        metric_type: "IP",
        params: { M: WIDTH.neighbors, efConstruction: WIDTH.construction },
      },
    ],
  });
  await client.loadCollection({ collection_name: name });
  return {
    fill: async (entries) => {
      for (const batch of slicesOf(entries, BATCH)) {
        const data = batch.map(({ vector, ...entry }) => ({ ...entry, vector: Array.from(vector) }));
        await client.upsert({ collection_name: name, data });
      }
    },
    search: async (vector, topK, language) => {
      const { results } = await client.search({
        collection_name: name,
        data: Array.from(vector),
        limit: topK,
        metric_type: "IP",
        params: { ef: WIDTH.search },
        output_fields: ["id"],
        consistency_level: "Strong" as never,
        ...(language !== undefined && { filter: `language == "${language}"` }),
      });
      return results.map(({ id }) => id);
    },
    [Symbol.asyncDispose]: async () => {
      await client.dropCollection({ collection_name: name });
      await client.closeConnection();
    },
  };
};
