import { randomBytes } from "node:crypto";
import type { PluginError } from "@quarry/plugin";
import type { OpenSearchClient } from "./opensearch-client.ts";
import { failure } from "./opensearch-failure.ts";
import type { OpenSearchSettings } from "./opensearch-settings.ts";
import { FIELDS, mappingOf } from "./stored-document.ts";
import type { ConcurrentSearch } from "./target.ts";
import { TERM_INDEX } from "./terms/term-document.ts";

/** Schema version of the indices. A schema change requires another version. */
const SHAPE = "v1";

/** Index with the terms of all collections in the previous schema. */
const PREVIOUS_TERMS_INDEX = "terms-v1";

/** Current state of a collection in the cluster. */
export interface KnownCollection {
  readonly dimension: number;
  /** Unique for each creation of a collection with this name: data of a previous one is never visible. */
  readonly generation: string;
}

const MERGES_VISIBLE_AFTER = "5s";

/** Mappings and settings of a new index. */
interface IndexBody {
  readonly mappings: object;
  readonly settings?: Readonly<Record<string, unknown>> & { readonly index?: object };
}

/**
 * Collections by the platform's names, stored as documents of an index. Collections with vectors of the same length
 * share an index. Indices are accessed by aliases: a write to a missing one then fails, while the server would
 * otherwise create an index automatically.
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

  /** Index of all collections of terms. */
  get termsIndex(): string {
    return `${this.#settings.indexPrefix}words`;
  }

  get allIndices(): string {
    return `${this.#settings.indexPrefix}*`;
  }

  known(collection: string): KnownCollection | undefined {
    return this.#known.get(collection);
  }

  /** Looks the collection up in the cluster even if it is cached, and caches it. */
  async find(signal: AbortSignal, collection: string): Promise<KnownCollection | undefined> {
    const found = await this.#client.call<{ readonly _source: KnownCollection }>(signal, {
      ...{ method: "GET", path: `/${this.#registry}/_doc/${collection}`, mayLack: true },
    });
    if (found === undefined) this.#known.delete(collection);
    else this.#known.set(collection, found._source);
    return found?._source;
  }

  /**
   * Returns a query to send with a search, which checks that the collection is still the cached one. Searches don't see
   * the latest writes: if it finds a difference, call {@link find}. Data of a dropped collection is only deleted once
   * searches see that it is dropped.
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
    // The index may be gone even if the collection is cached.
    await this.#ensureVectors(signal, dimension);
  }

  /**
   * Drops a collection. Its documents are invisible at once, and deleted before this ends. Another call deletes
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
      // Another caller created it first.
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
    // Collections in the index of the previous schema are discarded, and written again here.
    const path = `/${this.#settings.indexPrefix}${PREVIOUS_TERMS_INDEX}`;
    await this.#client.call(signal, { method: "DELETE", path, mayLack: true });
  }

  /** Creates the index unless it exists. Returns whether it was created. */
  async #ensureIndex(signal: AbortSignal, alias: string, body: IndexBody, shards: number): Promise<boolean> {
    const requested = { method: "HEAD", path: `/${alias}`, mayLack: true } as const;
    if ((await this.#client.call(signal, requested)) !== undefined) return false;
    const { replicas } = this.#settings;
    const index = {
      number_of_shards: shards,
      // Every write is visible when it ends, but later merges by the server are not: without this interval, searches
      // would continue to read the previous small segments, several times slower, and their files would remain.
      refresh_interval: MERGES_VISIBLE_AFTER,
      ...(replicas === undefined ? { auto_expand_replicas: "0-1" } : { number_of_replicas: replicas }),
    };
    const settings = { ...body.settings, index: { ...body.settings?.index, ...index } };
    const definition = JSON.stringify({ ...body, settings, aliases: { [alias]: {} } });
    try {
      await this.#client.call(signal, { method: "PUT", path: `/${alias}-${SHAPE}`, body: definition });
    } catch (error) {
      // Another caller created it first.
      if ((await this.#client.call(signal, requested)) === undefined) throw error;
    }
    return true;
  }
}
