import { PluginError } from "@quarry/plugin";
import { type ChromaClient, ChromaNotFoundError, ChromaUniqueError, type Collection } from "chromadb";
import type { ChromaSettings } from "./chroma-settings.ts";

/** Ensures that a name ends with an alphanumeric character, as Chroma requires. */
const NAME_SUFFIX = "-v1";

/**
 * Vectors have unit length, so the inner product is the cosine; with its own cosine the server would change the
 * vectors' last digits. Larger than the defaults, which miss some of the nearest entries.
 */
const HNSW = { space: "ip", ef_construction: 200, ef_search: 200, max_neighbors: 32 } as const;

const DIMENSION_KEY = "quarry_dimension";

/**
 * Cache of collections by the platform's names. A handle contains an id, which becomes invalid when another process
 * recreates the collection.
 */
export class ChromaCollections {
  readonly #client: ChromaClient;
  readonly #settings: ChromaSettings;
  readonly #plugin: string;
  readonly #handles = new Map<string, Promise<Collection>>();

  constructor(client: ChromaClient, settings: ChromaSettings, plugin: string) {
    this.#client = client;
    this.#settings = settings;
    this.#plugin = plugin;
  }

  async ensure(collection: string, dimension: number): Promise<void> {
    const handle = (await this.#find(collection)) ?? (await this.#create(collection, dimension));
    const found = handle.metadata?.[DIMENSION_KEY];
    if (found !== dimension) {
      const message = `the collection ${JSON.stringify(collection)} has ${String(found)} dimensions, not ${dimension}`;
      throw new PluginError({ plugin: this.#plugin, reason: "incompatible", message });
    }
    this.#handles.set(collection, Promise.resolve(handle));
  }

  async drop(collection: string): Promise<void> {
    this.#handles.delete(collection);
    try {
      await this.#client.deleteCollection({ name: this.#nameOf(collection) });
    } catch (error) {
      if (!(error instanceof ChromaNotFoundError)) throw error;
    }
  }

  /** Runs a call on the collection. Retries it once with a new handle if the old handle's collection is gone. */
  async use<Value>(collection: string, call: (handle: Collection) => Promise<Value>): Promise<Value> {
    const known = this.#handles.get(collection);
    try {
      return await call(await this.#resolve(collection));
    } catch (error) {
      if (known === undefined || !isAboutHandle(error)) {
        if (error instanceof ChromaNotFoundError) this.#handles.delete(collection);
        throw error;
      }
      this.#handles.delete(collection);
      const [old, found] = [await known, await this.#resolve(collection)];
      if (old.id === found.id) throw error;
      return await call(found);
    }
  }

  /** Returns the required length of the collection's vectors. */
  dimensionOf(handle: Collection): number {
    return handle.metadata?.[DIMENSION_KEY] as number;
  }

  #resolve(collection: string): Promise<Collection> {
    let handle = this.#handles.get(collection);
    if (handle === undefined) {
      handle = this.#find(collection).then((found) => {
        if (found !== undefined) return found;
        const message = `there is no vector collection ${JSON.stringify(collection)}`;
        throw new PluginError({ plugin: this.#plugin, reason: "not_found", message });
      });
      this.#handles.set(collection, handle);
      handle.catch(() => this.#handles.delete(collection));
    }
    return handle;
  }

  async #find(collection: string): Promise<Collection | undefined> {
    try {
      return await this.#client.getCollection({
        name: this.#nameOf(collection),
        embeddingFunction: null as never,
      });
    } catch (error) {
      if (error instanceof ChromaNotFoundError) return undefined;
      throw error;
    }
  }

  async #create(collection: string, dimension: number): Promise<Collection> {
    try {
      return await this.#client.createCollection({
        name: this.#nameOf(collection),
        // Otherwise the client would require an embedding model.
        embeddingFunction: null,
        configuration: { hnsw: HNSW },
        metadata: { [DIMENSION_KEY]: dimension },
      });
    } catch (error) {
      const other = error instanceof ChromaUniqueError ? await this.#find(collection) : undefined;
      if (other === undefined) throw error;
      return other;
    }
  }

  #nameOf(collection: string): string {
    return `${this.#settings.collectionPrefix}${collection}${NAME_SUFFIX}`;
  }
}

/**
 * Whether the error may result from a stale handle: another process may have recreated the collection with another
 * dimension.
 */
const isAboutHandle = (error: unknown): boolean =>
  error instanceof ChromaNotFoundError || (error instanceof PluginError && error.reason === "invalid");
