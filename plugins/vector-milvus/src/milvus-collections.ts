import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import { checkStatus, failure } from "./milvus-failure.ts";
import { VALUE_FIELDS, textField, textsField } from "./milvus-fields.ts";
import type { MilvusSettings } from "./milvus-settings.ts";
import { MAX_TEXT_BYTES } from "./stored-row.ts";

/** 512 characters of four bytes each. */
const MAX_ID_BYTES = 2_048;

const HNSW = { M: 32, efConstruction: 200 } as const;

/** Collections by the platform's names, with their cached state. */
export class MilvusCollections {
  readonly #settings: MilvusSettings;
  readonly #dimensions = new Map<string, number>();

  constructor(settings: MilvusSettings) {
    this.#settings = settings;
  }

  nameOf(collection: string): string {
    return `${this.#settings.collectionPrefix}${collection}`;
  }

  async ensure(client: MilvusClient, collection: string, dimension: number): Promise<void> {
    const found = await this.#findDimension(client, collection);
    if (found === undefined) await this.#create(client, collection, dimension);
    else if (found !== dimension) {
      const message = `the collection ${JSON.stringify(collection)} has ${found} dimensions, not ${dimension}`;
      throw failure("incompatible", message);
    }
    this.#dimensions.set(collection, dimension);
  }

  async drop(client: MilvusClient, collection: string): Promise<void> {
    this.#dimensions.delete(collection);
    checkStatus(await client.dropCollection({ collection_name: this.nameOf(collection) }));
  }

  /**
   * Returns the length of the collection's vectors; fails with `not_found` if it doesn't exist. Ensures that it is
   * loaded.
   */
  async dimensionOf(client: MilvusClient, collection: string): Promise<number> {
    const known = this.#dimensions.get(collection);
    if (known !== undefined) return known;
    const found = await this.#findDimension(client, collection);
    if (found === undefined) {
      throw failure("not_found", `there is no vector collection ${JSON.stringify(collection)}`);
    }
    this.#dimensions.set(collection, found);
    return found;
  }

  /** Clears the cached state, after the server has restarted or another process has removed the collection. */
  forget(collection: string): void {
    this.#dimensions.delete(collection);
  }

  async #findDimension(client: MilvusClient, collection: string): Promise<number | undefined> {
    const name = { collection_name: this.nameOf(collection) };
    const { status, value } = await client.hasCollection(name);
    checkStatus(status);
    if (value !== true) return undefined;
    const { status: described, schema } = await client.describeCollection(name);
    checkStatus(described);
    // A restarted server has its collections, but has not loaded them.
    checkStatus(await client.loadCollection(name));
    const vector = schema.fields.find((field) => field.name === "vector");
    return Number(vector?.type_params?.find(({ key }) => key === "dim")?.value);
  }

  async #create(client: MilvusClient, collection: string, dimension: number): Promise<void> {
    const { indexType } = this.#settings;
    const name = this.nameOf(collection);
    checkStatus(
      await client.createCollection({
        collection_name: name,
        enable_dynamic_field: false,
        consistency_level: "Strong",
        fields: [
          { name: "id", ...textField(MAX_ID_BYTES), is_primary_key: true },
          { name: "vector", data_type: "FloatVector", dim: dimension },
          ...VALUE_FIELDS,
          { name: "body", ...textsField(MAX_TEXT_BYTES) },
        ],
        index_params: [
          {
            field_name: "vector",
            index_type: indexType,
            // Vectors have unit length. The sign of the server's own cosine changed between versions.
            metric_type: "IP",
            ...(indexType === "HNSW" && { params: HNSW }),
          },
        ],
      }),
    );
    checkStatus(await client.loadCollection({ collection_name: name }));
  }
}
