import type { Document, DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { maximalMarginalRelevance } from "@langchain/core/utils/math";
import { type MaxMarginalRelevanceSearchOptions, VectorStore } from "@langchain/core/vectorstores";
import {
  AlreadyExistsError,
  InternalError,
  InvalidArgumentError,
  NotFoundError,
  PermissionDeniedError,
  type QuarryClient,
  type QueryRequest,
  type QueryResult,
} from "@quarry/client";
import type { CreateCollectionRequest, Operation, VectorEntry } from "@quarry/client/types";
import { documentOf, entryOf } from "./documents.ts";

type Scored = [Document, number];
type Filter = NonNullable<QueryRequest["filters"]>;

export interface QuarryVectorStoreOptions extends Partial<
  Pick<QueryRequest, "searchMode" | "alpha" | "rerank" | "minScore">
> {
  readonly client: QuarryClient;
  readonly collectionName: string;
  /**
   * Settings of the collection if it is created here. Default: no model with client embeddings, otherwise the
   * service's.
   */
  readonly newCollection?: Omit<CreateCollectionRequest, "name">;
}

export interface QuarryAddOptions {
  /** Ids of the documents, one each. An existing id is replaced. Default: the documents' own, otherwise new ones. */
  readonly ids?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Selection of documents to delete: exactly one of the three. */
export interface QuarryDeleteOptions {
  /** Ids; unknown ones are ignored. */
  readonly ids?: readonly string[];
  /** Metadata filter that is not empty. */
  readonly filter?: Filter;
  readonly deleteAll?: boolean;
  readonly signal?: AbortSignal;
}

/** Documents per call: the service embeds them in seconds, even on a CPU, and a call may take at most 60 seconds. */
const DOCUMENTS_PER_CALL = 200;
/** Maximum that the service accepts at once. */
const IDS_PER_CALL = 1_000;
const DEFAULT_K = 4;
const DEFAULT_FETCH_K = 20;

/**
 * Vector store in a collection of a Quarry service. With `embeddings` the vectors come from the client, and the
 * collection needs no model. Without, the service embeds texts and queries, and searches in `searchMode` or the
 * collection's mode. Filters have Quarry's syntax: `{ year: { $gte: 2024 } }`. Chunks of other documents in the
 * collection are found too.
 */
export class QuarryVectorStore extends VectorStore {
  declare FilterType: Filter;
  readonly #serviceEmbeds: boolean;
  readonly #options: QuarryVectorStoreOptions;

  /** `embeddings`: undefined if the service embeds. */
  constructor(embeddings: EmbeddingsInterface | undefined, options: QuarryVectorStoreOptions) {
    super(embeddings ?? NO_EMBEDDINGS, {});
    this.#serviceEmbeds = this.embeddings === NO_EMBEDDINGS;
    this.#options = options;
  }

  _vectorstoreType(): string {
    return "quarry";
  }

  /** Adds documents, or replaces those with the same ids. Returns the ids. Up to 200 at a time are added atomically. */
  async addDocuments(documents: DocumentInterface[], options?: QuarryAddOptions): Promise<string[]> {
    if (this.#serviceEmbeds) return this.#write(documents, embedded, options);
    const vectors = await this.embeddings.embedDocuments(documents.map(({ pageContent }) => pageContent));
    return this.addVectors(vectors, documents, options);
  }

  /** Adds documents with existing vectors; otherwise like `addDocuments`. */
  async addVectors(vectors: number[][], documents: DocumentInterface[], options?: QuarryAddOptions): Promise<string[]> {
    checkCount("vectors", vectors.length, documents.length);
    return this.#write(documents, (entry, index) => ({ ...entry, embedding: vectors[index]! }), options);
  }

  /** Returns the existing documents with these ids. */
  async getByIds(ids: readonly string[]): Promise<Document[]> {
    const { client, collectionName } = this.#options;
    const documents: Document[] = [];
    for (const some of inBatches([...new Set(ids)], IDS_PER_CALL)) {
      const { vectors } = await client.vectors.getVectors({ collectionName, ids: some });
      documents.push(...vectors.map((entry) => documentOf(entry)));
    }
    return documents;
  }

  override async delete(options: QuarryDeleteOptions): Promise<void> {
    const { ids, filter, deleteAll, signal } = options ?? {};
    const { client, collectionName } = this.#options;
    const call = callOptions(signal);
    if ([ids !== undefined, filter !== undefined, deleteAll === true].filter(Boolean).length !== 1) {
      throw new InvalidArgumentError("delete: must have exactly one of ids, filter, and deleteAll: true");
    }
    if (ids !== undefined) {
      for (const some of inBatches(ids, IDS_PER_CALL))
        await client.vectors.deleteVectors({ collectionName, ids: some }, call);
      return;
    }
    const selection = filter === undefined ? { all: true } : { filters: filter };
    const { operation } = await client.vectors.deleteVectors({ collectionName, ...selection }, call);
    if (operation !== undefined) await this.#ended(operation, signal);
  }

  override async similaritySearch(query: string, k = DEFAULT_K, filter?: Filter): Promise<Document[]> {
    return (await this.similaritySearchWithScore(query, k, filter)).map(([document]) => document);
  }

  override async similaritySearchWithScore(query: string, k = DEFAULT_K, filter?: Filter): Promise<Scored[]> {
    return scored(await this.#search(await this.#request(query), k, filter));
  }

  /** Searches by a vector. Scores are cosines; negative ones become 0. */
  async similaritySearchVectorWithScore(query: number[], k: number, filter?: Filter): Promise<Scored[]> {
    return scored(await this.#search({ vector: query }, k, filter));
  }

  /** If the service embeds, it chooses the candidates itself, regardless of `fetchK`. */
  override async maxMarginalRelevanceSearch(
    query: string,
    options: MaxMarginalRelevanceSearchOptions<Filter>,
  ): Promise<Document[]> {
    const { k, fetchK = DEFAULT_FETCH_K, lambda = 0.5, filter } = options;
    if (this.#serviceEmbeds) {
      const results = await this.#search({ ...(await this.#request(query)), diversity: 1 - lambda }, k, filter);
      return results.map((result) => documentOf(result));
    }
    const vector = await this.embeddings.embedQuery(query);
    const candidates = await this.#search({ vector, include: ["text", "metadata", "embedding"] }, fetchK, filter);
    const embeddings = candidates.map(({ embedding = [] }) => [...embedding]);
    return maximalMarginalRelevance(vector, embeddings, lambda, k).map((index) => documentOf(candidates[index]!));
  }

  /** Creates a store and adds texts to it. `metadatas`: one for each text, or one for all. */
  static override async fromTexts(
    texts: string[],
    metadatas: object[] | object,
    embeddings: EmbeddingsInterface | undefined,
    options: QuarryVectorStoreOptions,
  ): Promise<QuarryVectorStore> {
    if (Array.isArray(metadatas)) checkCount("metadatas", metadatas.length, texts.length);
    const metadataOf = (index: number) => (Array.isArray(metadatas) ? (metadatas[index] as object) : metadatas);
    const documents = texts.map((pageContent, index) => ({ pageContent, metadata: metadataOf(index) }));
    return this.fromDocuments(documents, embeddings, options);
  }

  /** Creates a store and adds documents to it. */
  static override async fromDocuments(
    documents: DocumentInterface[],
    embeddings: EmbeddingsInterface | undefined,
    options: QuarryVectorStoreOptions,
  ): Promise<QuarryVectorStore> {
    const store = new this(embeddings, options);
    await store.addDocuments(documents);
    return store;
  }

  /** Creates a store for an existing collection. */
  static async fromExistingCollection(
    embeddings: EmbeddingsInterface | undefined,
    options: QuarryVectorStoreOptions,
  ): Promise<QuarryVectorStore> {
    await options.client.collections.getCollection({ name: options.collectionName });
    return new this(embeddings, options);
  }

  async #request(query: string): Promise<Omit<QueryRequest, "collectionName">> {
    const { searchMode, alpha, rerank } = this.#options;
    if (this.#serviceEmbeds || searchMode === "keyword") return { query, searchMode, alpha, rerank };
    const vector = await this.embeddings.embedQuery(query);
    // If the text were sent too, the collection's own mode would apply, which may be hybrid.
    const needsText = (searchMode ?? "semantic") !== "semantic" || rerank === true;
    return { vector, searchMode, alpha, rerank, ...(needsText && { query, searchMode: searchMode ?? "semantic" }) };
  }

  async #search(requested: Omit<QueryRequest, "collectionName">, k: number, filters: Filter | undefined) {
    const { client, collectionName, minScore } = this.#options;
    return (await client.queries.query({ ...requested, collectionName, topK: k, filters, minScore })).results;
  }

  async #write(
    documents: readonly DocumentInterface[],
    complete: (entry: VectorEntry, index: number) => VectorEntry,
    { ids, signal }: QuarryAddOptions = {},
  ): Promise<string[]> {
    const { client, collectionName } = this.#options;
    if (ids !== undefined) checkCount("ids", ids.length, documents.length);
    const entries = documents.map((document, index) =>
      complete(entryOf(document, ids?.[index] ?? document.id ?? crypto.randomUUID()), index),
    );
    for (const [batch, vectors] of [...inBatches(entries, DOCUMENTS_PER_CALL)].entries()) {
      const upsert = () =>
        client.vectors.upsertVectors({ collectionName, vectors }, callOptions(signal)).catch((error: unknown) => {
          throw placed(error, batch * DOCUMENTS_PER_CALL);
        });
      await upsert().catch(async (error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
        await this.#createCollection(error, vectors[0]?.embedding?.length, signal);
        await upsert();
      });
    }
    return entries.map(({ id }) => id);
  }

  async #createCollection(missing: NotFoundError, dimension: number | undefined, signal: AbortSignal | undefined) {
    const { client, collectionName, newCollection } = this.#options;
    const fitting = dimension === undefined ? {} : { dimension, embeddingProvider: "none" };
    const request = { ...fitting, ...newCollection, name: collectionName };
    await client.collections.createCollection(request, callOptions(signal)).catch((error: unknown) => {
      // Another caller created it first.
      if (error instanceof AlreadyExistsError) return;
      if (!(error instanceof PermissionDeniedError)) throw error;
      throw new PermissionDeniedError(`${missing.message}, and the key may not make it`, { cause: error });
    });
  }

  async #ended({ id }: Operation, signal: AbortSignal | undefined): Promise<void> {
    const steps = this.#options.client.operations.watchOperation({ id }, callOptions(signal));
    for await (const { state, failed, errors } of steps) {
      if (state === "running") continue;
      if (state === "completed" && failed === 0) return;
      throw new InternalError(`delete: operation ${id} is ${state}: ${errors.at(-1)?.error ?? "not all is deleted"}`);
    }
  }
}

const NO_EMBEDDINGS: EmbeddingsInterface = {
  embedQuery: () => Promise.reject(new InvalidArgumentError(EMBEDDED_BY_THE_SERVICE)),
  embedDocuments: () => Promise.reject(new InvalidArgumentError(EMBEDDED_BY_THE_SERVICE)),
};

const EMBEDDED_BY_THE_SERVICE = "embeddings: none were given to this store, as the service embeds its texts";

/** A text without content, such as a page with only an image, has no vector. */
const embedded = (entry: VectorEntry): VectorEntry => ({ ...entry, embed: /\S/.test(entry.text ?? "") });

const scored = (results: readonly QueryResult[]): Scored[] =>
  results.map((result) => [documentOf(result), result.score]);

/** Returns the error with the document's index among all of them. */
const placed = (error: unknown, before: number): unknown => {
  if (!(error instanceof InvalidArgumentError)) return error;
  const message = error.message.replace(/^vectors\[(\d+)\]/, (_, at) => `documents[${before + Number(at)}]`);
  return new InvalidArgumentError(message, { cause: error, requestId: error.requestId });
};

const callOptions = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

const checkCount = (name: string, count: number, documents: number): void => {
  if (count === documents) return;
  throw new InvalidArgumentError(`${name}: must be as many as the documents, ${documents}, got ${count}`);
};

function* inBatches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
