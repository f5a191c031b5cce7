import { addressOf } from "@quarry/services";
import { DataType, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { ChromaClient } from "chromadb";

/** An entry as both sides store it. */
export interface Entry {
  readonly id: string;
  readonly vector: Float32Array;
  readonly language: string;
}

/** Client of a vector server, used as its manual recommends. */
export interface StoreClient extends AsyncDisposable {
  /** Writes at most 1,000 entries at a time. */
  readonly fill: (entries: readonly Entry[]) => Promise<unknown>;
  /** Returns the ids of the nearest ten, of one language or of all. */
  readonly search: (vector: Float32Array, language: string | undefined) => Promise<readonly string[]>;
}

/** Same graph parameters as Quarry's: the client's side must not be faster because it searches less. */
const WIDTH = { construction: 200, neighbors: 32, search: 200 } as const;

export const openChromaClient = async (name: string): Promise<StoreClient> => {
  const { hostname, port } = new URL(addressOf("chroma"));
  const client = new ChromaClient({ host: hostname, port: Number(port) });
  const { construction: ef_construction, neighbors: max_neighbors, search: ef_search } = WIDTH;
  const hnsw = { space: "ip", ef_construction, ef_search, max_neighbors } as const;
  const collection = await client.createCollection({ name, embeddingFunction: null, configuration: { hnsw } });
  return {
    fill: (entries) =>
      collection.upsert({
        ids: entries.map(({ id }) => id),
        embeddings: entries.map(({ vector }) => Array.from(vector)),
        metadatas: entries.map(({ language }) => ({ language })),
      }),
    search: async (vector, language) => {
      const { ids } = await collection.query({
        ...{ queryEmbeddings: [Array.from(vector)], nResults: 10, include: ["distances"] },
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
  const params = { M: WIDTH.neighbors, efConstruction: WIDTH.construction };
  await client.createCollection({
    collection_name: name,
    consistency_level: "Strong",
    fields: [
      { name: "id", data_type: DataType.VarChar, max_length: 64, is_primary_key: true },
      { name: "vector", data_type: DataType.FloatVector, dim: dimension },
      { name: "language", data_type: DataType.VarChar, max_length: 64 },
    ],
    index_params: [{ field_name: "vector", index_type: "HNSW", metric_type: "IP", params }],
  });
  await client.loadCollection({ collection_name: name });
  return {
    fill: (entries) => {
      const data = entries.map(({ vector, ...entry }) => ({ ...entry, vector: Array.from(vector) }));
      return client.upsert({ collection_name: name, data });
    },
    search: async (vector, language) => {
      const { results } = await client.search({
        ...{ collection_name: name, data: Array.from(vector), limit: 10, metric_type: "IP", output_fields: ["id"] },
        ...{ params: { ef: WIDTH.search }, consistency_level: "Strong" as never },
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

/** Uses HTTP, as the manual of OpenSearch does. */
export const openOpenSearchClient = async (name: string, dimension: number): Promise<StoreClient> => {
  const ask = async (method: string, path: string, body?: string | object): Promise<unknown> => {
    const response = await fetch(`${addressOf("opensearch")}/${name}${path}`, {
      ...{ method, headers: { "content-type": "application/json" } },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const method = { name: "hnsw", engine: "lucene", space_type: "innerproduct", parameters: OPENSEARCH_GRAPH };
  await ask("PUT", "", {
    settings: { index: { knn: true, number_of_shards: 1, number_of_replicas: 0 } },
    mappings: {
      properties: { vector: { type: "knn_vector", dimension, method }, language: { type: "keyword" } },
    },
  });
  return {
    fill: (entries) =>
      ask(
        "POST",
        "/_bulk?refresh=true",
        entries
          .map(({ id, vector, language }) => {
            const document = JSON.stringify({ vector: Array.from(vector), language });
            return `{"index":{"_id":"${id}"}}\n${document}\n`;
          })
          .join(""),
      ),
    search: async (vector, language) => {
      const filter = language === undefined ? {} : { filter: { term: { language } } };
      const knn = { vector: { vector: Array.from(vector), k: OPENSEARCH_WIDTH, ...filter } };
      const answer = await ask("POST", "/_search", { size: 10, _source: false, query: { knn } });
      return (answer as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id);
    },
    [Symbol.asyncDispose]: async () => {
      await ask("DELETE", "");
    },
  };
};

/** Same as the plugin's. */
export const OPENSEARCH_GRAPH = { m: 16, ef_construction: 128 } as const;
export const OPENSEARCH_WIDTH = 128;
