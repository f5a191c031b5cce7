import { randomBytes } from "node:crypto";
import type { PluginError } from "@quarry/plugin";
import type { OpenSearchClient } from "./opensearch-client.ts";
import { failure } from "./opensearch-failure.ts";
import type { OpenSearchSettings } from "./opensearch-settings.ts";
import { FIELDS, mappingOf } from "./stored-document.ts";
import type { ConcurrentSearch } from "./target.ts";
import { TERM_INDEX } from "./terms/term-document.ts";

/** Schema version of the indices; a change of the schema gets another number. */
const SHAPE = "v1";

/** Index with the terms of all collections in the previous schema. */
const PREVIOUS_TERMS_INDEX = "terms-v1";

/** A collection as it is in the cluster now. */
export interface KnownCollection {
  readonly dimension: number;
  /** Unique for each creation of a collection with the name: leftovers of the previous one are never seen. */
  readonly generation: string;
}

const MERGES_VISIBLE_AFTER = "5s";

/** Mappings and settings of a new index. */
interface IndexBody {
  readonly mappings: object;
  readonly settings?: Readonly<Record<string, unknown>> & { readonly index?: object };
}

/**
 * The collections by the platform's names, kept as documents of an index; their vectors share an index with all others
 * of the same length. Indices are named by aliases: a write to one that is gone then fails, where the server would make
 * up an index by itself.
 */
export class OpenSearchCollections {
  readonly #client: OpenSearchClient;
  readonly #settings: OpenSearchSettings;
  readonly #known = new Map<string, KnownCollection>();

  constructor(client: OpenSearchClient, settings: OpenSearchSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  vectorsIndex(dimension: number): string {
    return `${this.#settings.indexPrefix}vectors-${dimension}`;
  }

  /** The index of all collections of terms. */
  get termsIndex(): string {
    return `${this.#settings.indexPrefix}words`;
  }

  get allIndices(): string {
    return `${this.#settings.indexPrefix}*`;
  }

  known(collection: string): KnownCollection | undefined {
    return this.#known.get(collection);
  }

  /** Looks the collection up in the cluster, even if it is known, and remembers it. */
  async find(signal: AbortSignal, collection: string): Promise<KnownCollection | undefined> {
    const found = await this.#client.call<{ readonly _source: KnownCollection }>(signal, {
      ...{ method: "GET", path: `/${this.#registry}/_doc/${collection}`, mayLack: true },
    });
    if (found === undefined) this.#known.delete(collection);
    else this.#known.set(collection, found._source);
    return found?._source;
  }

  /**
   * Returns a query to send along with a search, which checks that the collection is still the known one. Searches
   * don't see the latest writes: when it finds a difference, ask {@link find}. Data of a dropped collection is only
   * deleted once searches see that it is dropped.
   */
  concurrentSearch(
    collection: string,
    { generation }: KnownCollection,
  ): ConcurrentSearch & { readonly isSame: () => boolean } {
    let reported: readonly unknown[] | undefined;
    return {
      index: this.#registry,
      body: { size: 1, track_total_hits: false, query: { ids: { values: [collection] } } },
      tell: (sources) => void (reported = sources),
      isTold: () => reported !== undefined,
      isSame: () => (reported?.[0] as KnownCollection | undefined)?.generation === generation,
    };
  }

  async ensure(signal: AbortSignal, collection: string, dimension: number): Promise<void> {
    const found = (await this.find(signal, collection)) ?? (await this.#create(signal, collection, dimension));
    if (found.dimension !== dimension) {
      const message = `the collection ${JSON.stringify(collection)} has ${found.dimension} dimensions, not ${dimension}`;
      throw failure("incompatible", message);
    }
    // It may be gone though the collection is known.
    await this.#ensureVectors(signal, dimension);
  }

  /**
   * Drops a collection: its documents are invisible at once, and removed before this ends. Another call removes
   * leftovers.
   */
  async drop(signal: AbortSignal, collection: string): Promise<void> {
    this.#known.delete(collection);
    const path = `/${this.#registry}/_doc/${collection}?refresh=true`;
    await this.#client.call(signal, { method: "DELETE", path, mayLack: true });
    await this.#remove(signal, collection, { term: { _routing: collection } });
  }

  /** Removes documents written to a collection that had been dropped meanwhile. */
  async removeGeneration(signal: AbortSignal, collection: string, generation: string): Promise<void> {
    await this.#remove(signal, collection, { term: { [FIELDS.generation]: generation } });
  }

  missing(collection: string): PluginError {
    return failure("not_found", `there is no vector collection ${JSON.stringify(collection)}`);
  }

  get #registry(): string {
    return `${this.#settings.indexPrefix}collections`;
  }

  async #remove(signal: AbortSignal, collection: string, query: object): Promise<void> {
    await this.#client.deleteMatching(signal, `${this.#settings.indexPrefix}vectors-*`, collection, query);
  }

  async #create(signal: AbortSignal, collection: string, dimension: number): Promise<KnownCollection> {
    // The index precedes the collection: a known collection must be writable.
    await this.#ensureVectors(signal, dimension);
    await this.#ensureIndex(signal, this.#registry, { mappings: { dynamic: false } }, 1);
    const made: KnownCollection = { dimension, generation: randomBytes(12).toString("base64url") };
    const path = `/${this.#registry}/_create/${collection}?require_alias=true&refresh=true`;
    try {
      await this.#client.call(signal, { method: "PUT", path, body: JSON.stringify(made) });
    } catch (error) {
      // Another one was quicker.
      const other = await this.find(signal, collection);
      if (other === undefined) throw error;
      return other;
    }
    this.#known.set(collection, made);
    return made;
  }

  async #ensureVectors(signal: AbortSignal, dimension: number): Promise<void> {
    const body = { mappings: mappingOf(dimension), settings: { index: { knn: true } } };
    await this.#ensureIndex(signal, this.vectorsIndex(dimension), body, this.#settings.shards);
  }

  async ensureTerms(signal: AbortSignal): Promise<void> {
    if (!(await this.#ensureIndex(signal, this.termsIndex, TERM_INDEX, this.#settings.shards))) return;
    // Collections of the index before this one are lost, and written again here.
    const path = `/${this.#settings.indexPrefix}${PREVIOUS_TERMS_INDEX}`;
    await this.#client.call(signal, { method: "DELETE", path, mayLack: true });
  }

  /** Whether it had to be made. */
  async #ensureIndex(signal: AbortSignal, alias: string, body: IndexBody, shards: number): Promise<boolean> {
    const requested = { method: "HEAD", path: `/${alias}`, mayLack: true } as const;
    if ((await this.#client.call(signal, requested)) !== undefined) return false;
    const { replicas } = this.#settings;
    const index = {
      number_of_shards: shards,
      // Every write is visible when it ends. Later merges by the server aren't: searches would go on reading the
      // previous small segments, several times slower, and their files would stay.
      refresh_interval: MERGES_VISIBLE_AFTER,
      ...(replicas === undefined ? { auto_expand_replicas: "0-1" } : { number_of_replicas: replicas }),
    };
    const settings = { ...body.settings, index: { ...body.settings?.index, ...index } };
    const definition = JSON.stringify({ ...body, settings, aliases: { [alias]: {} } });
    try {
      await this.#client.call(signal, { method: "PUT", path: `/${alias}-${SHAPE}`, body: definition });
    } catch (error) {
      // Another one was quicker.
      if ((await this.#client.call(signal, requested)) === undefined) throw error;
    }
    return true;
  }
}
