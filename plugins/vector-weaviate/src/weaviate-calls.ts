import { failure } from "./weaviate-failure.ts";
import type { BatchObject, Filters, SearchReply, SearchRequest, WeaviateStub } from "./weaviate-stub.ts";

const CONSISTENCY = { ONE: 1, QUORUM: 2, ALL: 3 } as const;

/** Requests of one store call on one class. They require an explicit success, and end with the call. */
export class WeaviateCalls {
  readonly #stub: WeaviateStub;
  readonly #name: string;
  readonly #consistencyLevel: number;
  readonly #signal: AbortSignal;

  constructor(stub: WeaviateStub, name: string, consistency: keyof typeof CONSISTENCY, signal: AbortSignal) {
    this.#stub = stub;
    this.#name = name;
    this.#consistencyLevel = CONSISTENCY[consistency];
    this.#signal = signal;
  }

  get #options() {
    return { signal: this.#signal, metadata: this.#stub.metadata };
  }

  get #address() {
    return { collection: this.#name, consistencyLevel: this.#consistencyLevel };
  }

  async search(request: SearchRequest): Promise<SearchReply["results"]> {
    const { service } = this.#stub;
    const reply = await service.search({ ...request, ...this.#address, uses127Api: true }, this.#options);
    return reply.results;
  }

  /** Puts objects. The server may accept a batch partially without failing the call. */
  async put(objects: readonly BatchObject[]): Promise<void> {
    const { service } = this.#stub;
    const named = objects.map((object) => ({ ...object, collection: this.#name }));
    const { errors } = await service.batchObjects(
      { objects: named, consistencyLevel: this.#consistencyLevel },
      this.#options,
    );
    const [first] = errors;
    if (first === undefined) return;
    const message = `the Weaviate server refuses ${errors.length} of ${objects.length} objects: ${first.error}`;
    throw failure(isTransient(first.error) ? "unavailable" : "invalid", message);
  }

  /**
   * Deletes matching objects, at most the number that the server deletes at once. Returns their number; 0 if none is
   * left.
   */
  async delete(filters: Filters): Promise<number> {
    const { failed, matches, successful } = await this.#stub.service.batchDelete(
      { ...this.#address, filters },
      this.#options,
    );
    const deleted = Number(successful);
    if (Number(failed) > 0 || (Number(matches) > 0 && deleted === 0)) {
      throw failure("unavailable", `the Weaviate server deleted ${deleted} of ${Number(matches)} objects`);
    }
    return deleted;
  }

  async count(filters: Filters | undefined): Promise<number> {
    const { singleResult } = await this.#stub.service.aggregate(
      { collection: this.#name, objectsCount: true, ...(filters !== undefined && { filters }) },
      this.#options,
    );
    if (singleResult?.objectsCount === undefined) {
      throw failure("incompatible", "the Weaviate server returned no number of objects");
    }
    return Number(singleResult.objectsCount);
  }
}

/** Whether an object was rejected temporarily; other rejections are permanent. */
const isTransient = (text: string): boolean =>
  /unavailable|timeout|deadline|read-?only|not enough|memory|connection|replica|leader|consistency/i.test(text);
