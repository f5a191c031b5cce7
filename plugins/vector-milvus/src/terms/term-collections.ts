import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import { VALUE_FIELDS, MAX_ARRAY_LENGTH, textField, textsField } from "../milvus-fields.ts";
import type { Connection } from "../milvus-connection.ts";
import { checkStatus, failure } from "../milvus-failure.ts";
import { MAX_RANK_BYTES, MAX_TERM_BYTES } from "./term-row.ts";

/** 64 characters of a record's key with a prefix for the kind and the part of a row, or a word. */
const MAX_ID_BYTES = 512;

/** Collections of terms by the platform's names, one server collection each. A server that lost one doesn't have it. */
export class TermCollections {
  readonly #prefix: string;
  readonly #loaded = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Returns the server's name of a collection. The names of vector collections begin with a letter after the prefix, so
   * the names never collide.
   */
  nameOf(collection: string): string {
    return `${this.#prefix}0_${collection}`;
  }

  async ensure({ client, isLite }: Connection, collection: string): Promise<void> {
    if (!(await this.#find(client, collection))) await this.#create(client, this.nameOf(collection), isLite);
    this.#loaded.add(collection);
  }

  async drop(client: MilvusClient, collection: string): Promise<void> {
    this.#loaded.delete(collection);
    checkStatus(await client.dropCollection({ collection_name: this.nameOf(collection) }));
  }

  /** Fails with `not_found` if the collection doesn't exist. Ensures that it is loaded. */
  async require(client: MilvusClient, collection: string): Promise<void> {
    if (this.#loaded.has(collection)) return;
    if (!(await this.#find(client, collection))) {
      throw failure("not_found", `there is no collection of terms ${JSON.stringify(collection)}`);
    }
    this.#loaded.add(collection);
  }

  /** Clears the cached state, after the server has restarted or another process has removed the collection. */
  forget(collection: string): void {
    this.#loaded.delete(collection);
  }

  async #find(client: MilvusClient, collection: string): Promise<boolean> {
    const name = { collection_name: this.nameOf(collection) };
    const { status, value } = await client.hasCollection(name);
    checkStatus(status);
    if (value !== true) return false;
    checkStatus(await client.loadCollection(name));
    return true;
  }

  async #create(client: MilvusClient, name: string, isLite: boolean): Promise<void> {
    checkStatus(
      await client.createCollection({
        collection_name: name,
        enable_dynamic_field: false,
        consistency_level: "Strong",
        fields: [
          { name: "id", ...textField(MAX_ID_BYTES), is_primary_key: true },
          { name: "vector", data_type: "SparseFloatVector" },
          { name: "record", ...textField(MAX_ID_BYTES) },
          { name: "parts", data_type: "Int32" },
          { name: "rank", ...textField(MAX_RANK_BYTES) },
          { name: "length", data_type: "Int32" },
          { name: "terms", ...textsField(MAX_TERM_BYTES) },
          { name: "counts", data_type: "Array", element_type: "Int32", max_capacity: MAX_ARRAY_LENGTH },
          { name: "words", ...textsField(MAX_TERM_BYTES) },
          ...VALUE_FIELDS,
        ],
        index_params: [
          { field_name: "vector", index_type: "SPARSE_INVERTED_INDEX", metric_type: "IP" },
          // Milvus Lite scans every row.
          ...(isLite ? [] : ["terms", "words", "record"].map((name) => ({ field_name: name, index_type: "INVERTED" }))),
        ],
      }),
    );
    checkStatus(await client.loadCollection({ collection_name: name }));
  }
}
