import { failure } from "./weaviate-failure.ts";
import type { Connection } from "./weaviate-connection.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";
import { BODY, FACTS, KEY, VECTOR } from "./stored-object.ts";

/** In a class's description. A server makes classes by itself when objects come for an unknown one: those lack it. */
const MARK = /^Quarry vectors, version 1, dimension (\d+)$/;
const markOf = (dimension: number): string => `Quarry vectors, version 1, dimension ${dimension}`;

/** Wider than the defaults: with them some of the nearest objects are missed. */
const HNSW = { efConstruction: 256, maxConnections: 32, dynamicEfMin: 200, dynamicEfMax: 1_000 } as const;

const hidden = { indexFilterable: false, indexSearchable: false, indexRangeFilters: false } as const;

/** The collections as classes. */
export class WeaviateCollections {
  readonly #settings: WeaviateSettings;
  readonly #dimensions = new Map<string, number>();

  constructor(settings: WeaviateSettings) {
    this.#settings = settings;
  }

  /** Lower-case names behind one prefix: no two become one, though Weaviate knows no case. */
  nameOf(collection: string): string {
    return `${this.#settings.classPrefix}${collection}`;
  }

  async ensure(connection: Connection, signal: AbortSignal, collection: string, dimension: number): Promise<void> {
    let found = await this.#find(connection, signal, collection);
    if (found === undefined) {
      try {
        await connection.rest.call(signal, "POST", "/schema", this.#classOf(collection, dimension));
        return;
      } catch (error) {
        // Another caller may have been faster.
        found = await this.#find(connection, signal, collection);
        if (found === undefined) throw error;
      }
    }
    if (found === dimension) return;
    const name = JSON.stringify(collection);
    throw failure("incompatible", `the collection ${name} has ${found} dimensions, not ${dimension}`);
  }

  async drop(connection: Connection, signal: AbortSignal, collection: string): Promise<void> {
    this.forget(collection);
    if ((await this.#find(connection, signal, collection)) === undefined) return;
    await connection.rest.call(signal, "DELETE", `/schema/${this.nameOf(collection)}`);
  }

  /** The length of the collection's vectors, as last seen. */
  knownDimension(collection: string): number | undefined {
    return this.#dimensions.get(collection);
  }

  /** What was seen may be no longer so: somebody else can have removed it, or made it anew. */
  forget(collection: string): void {
    this.#dimensions.delete(collection);
  }

  /** The length of the collection's vectors; `not_found` when there is none. */
  async dimensionOf(connection: Connection, signal: AbortSignal, collection: string): Promise<number> {
    const found = await this.#find(connection, signal, collection);
    if (found !== undefined) {
      this.#dimensions.set(collection, found);
      return found;
    }
    this.forget(collection);
    throw failure("not_found", `there is no vector collection ${JSON.stringify(collection)}`);
  }

  async #find({ rest }: Connection, signal: AbortSignal, collection: string): Promise<number | undefined> {
    const name = this.nameOf(collection);
    const found = (await rest.call(signal, "GET", `/schema/${name}`)) as { description?: unknown } | undefined;
    if (found === undefined) return undefined;
    const dimension = MARK.exec(String(found.description))?.[1];
    if (dimension === undefined) throw failure("incompatible", `the Weaviate class ${name} was not made by Quarry`);
    return Number(dimension);
  }

  #classOf(collection: string, dimension: number) {
    const { replicas } = this.#settings;
    const text = { dataType: ["text"], ...hidden };
    return {
      class: this.nameOf(collection),
      description: markOf(dimension),
      vectorConfig: {
        [VECTOR]: {
          vectorizer: { none: {} },
          vectorIndexType: "hnsw",
          // Vectors have length 1, so that the dot product is the cosine; with its own cosine it would scale them.
          // Quantised vectors, a server's default, would give other cosines.
          vectorIndexConfig: { distance: "dot", skipDefaultQuantization: true, ...HNSW },
        },
      },
      properties: [
        { name: FACTS, dataType: ["text[]"], tokenization: "field", indexFilterable: true, indexSearchable: false },
        { name: KEY, ...text },
        { name: BODY, ...text },
      ],
      ...(replicas !== undefined && { replicationConfig: { factor: replicas } }),
    };
  }
}
