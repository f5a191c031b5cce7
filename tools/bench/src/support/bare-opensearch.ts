import { addressOf } from "@quarry/services";
import { Caller } from "./caller.ts";
import type { MODES } from "./library.ts";
import { OPENSEARCH_GRAPH, OPENSEARCH_WIDTH } from "./store-clients.ts";

/** A text with its vector as indexed, and the fields for filters. */
export interface BareEntry {
  readonly row: number;
  readonly text: string;
  readonly vector: readonly number[];
  readonly halves: number;
  readonly hundreds: number;
  readonly thousands: number;
}

type Filters = Readonly<Record<string, number>> | undefined;

/** Query by terms, by vector, or both. */
export type BareQuery = Pick<BareEntry, "text" | "vector">;

/** Texts in an OpenSearch index as its manual recommends, over plain HTTP. */
export class BareOpenSearch implements Disposable {
  readonly #name: string;
  readonly #caller = new Caller({ port: Number(new URL(addressOf("opensearch")).port) });

  constructor(name: string) {
    this.#name = name;
  }

  async create(dimension: number): Promise<void> {
    const keyword = { type: "keyword" };
    const method = { name: "hnsw", engine: "lucene", space_type: "innerproduct", parameters: OPENSEARCH_GRAPH };
    await this.#request("PUT", "", {
      settings: { index: { knn: true }, number_of_shards: 1, number_of_replicas: 0 },
      mappings: {
        properties: {
          ...{ text: { type: "text" }, vector: { type: "knn_vector", dimension, method } },
          ...{ halves: keyword, hundreds: keyword, thousands: keyword },
        },
      },
    });
  }

  fill(entries: readonly BareEntry[]): Promise<unknown> {
    const lines = entries.map(({ row, ...entry }) => `{"index":{"_id":"${row}"}}\n${JSON.stringify(entry)}\n`);
    return this.#request("POST", "/_bulk?refresh=true", lines.join(""));
  }

  /**
   * Returns the best ten with their texts. In hybrid mode it returns those of the keyword and of the vector search, for
   * the caller to merge.
   */
  search(mode: (typeof MODES)[number], { text, vector }: BareQuery, filters: Filters): Promise<unknown> {
    const found = { size: 10, _source: { excludes: ["vector"] } };
    const filter = filters === undefined ? undefined : { term: filters };
    const match = { match: { text } };
    const byWords = { ...found, query: filter === undefined ? match : { bool: { must: [match], filter: [filter] } } };
    const knn = { vector: { vector, k: OPENSEARCH_WIDTH, ...(filter !== undefined && { filter }) } };
    const byVector = { ...found, query: { knn } };
    if (mode === "keyword") return this.#request("POST", "/_search", byWords);
    if (mode === "semantic") return this.#request("POST", "/_search", byVector);
    return this.#request("POST", "/_msearch", `{}\n${JSON.stringify(byWords)}\n{}\n${JSON.stringify(byVector)}\n`);
  }

  async #request(method: string, path: string, body?: string | object): Promise<unknown> {
    const { body: bytes } = await this.#caller.fetch(this.#caller.request(method, `/${this.#name}${path}`, body));
    return JSON.parse(bytes.toString());
  }

  [Symbol.dispose](): void {
    this.#caller[Symbol.dispose]();
  }
}
