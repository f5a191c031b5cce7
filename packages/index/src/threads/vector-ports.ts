import { type MessagePort, workerData } from "node:worker_threads";
import { PortFailure, type ReceivedCall, ThreadPort } from "@quarry/plugin/workers/inside";
import { type LocalParts, searchCandidates } from "../fusion/search-candidates.ts";
import type { WorkerRequest, ReadOperation, StoredSearch } from "../passages/protocol.ts";
import type { ReaderMethods } from "../vectors/read/reader-worker.ts";

type SearchCall = WorkerRequest<Extract<ReadOperation, { readonly kind: "search" }>>;

/** Ports from this thread to the vector threads, by the folder of the store. */
export class VectorPorts {
  readonly #ports = new Map<string, ThreadPort<ReaderMethods>>();

  /** Runs a search over the passages of a collection (with `read`) and the vectors of a store. */
  async search({ call, wait, parameters }: ReceivedCall, read: LocalParts["read"]): Promise<StoredSearch> {
    const { operation } = parameters as SearchCall;
    const { request, store, port, maxCharacters } = operation;
    const vectors = this.#portTo(store, port);
    if (vectors === undefined) return { kind: "unconnected" };
    const { vectorCollection: collection, vectorFilter: filter } = request;
    const parts: LocalParts = {
      read,
      search: (vector, topK) => vectors.call("search", { collection, vector, topK, filter }, call),
      cosines: (vector, ids) => vectors.call("cosines", { collection, vector, ids }, call),
      onWait: wait,
    };
    try {
      return { kind: "found", ...(await searchCandidates(request, parts, maxCharacters)) };
    } catch (error) {
      if (!(error instanceof PortFailure)) throw error;
      return { kind: "failed", reason: error.reason, message: error.message };
    }
  }

  #portTo(store: string, port: MessagePort | undefined): ThreadPort<ReaderMethods> | undefined {
    if (port !== undefined) {
      const { givenUp } = workerData as { readonly givenUp: SharedArrayBuffer };
      this.#ports.set(store, new ThreadPort<ReaderMethods>(port, givenUp));
    }
    const known = this.#ports.get(store);
    if (known?.isOpen === false) this.#ports.delete(store);
    return known?.isOpen === true ? known : undefined;
  }
}
