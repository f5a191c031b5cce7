import type { JsonObject } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { VectorService } from "@quarry/api";
import type { Include, ListVectorsResponse, StoredVector, VectorServiceCalls } from "./contract.gen.ts";
import { serviceCalls } from "./plain/service-calls.ts";

/** Selection of entries to list. */
export interface VectorFilter {
  /** Metadata filter. Default: all entries. */
  readonly filters?: JsonObject;
  /** Fields that the entries contain. Default: text and metadata. */
  readonly include?: readonly Include[];
  readonly signal?: AbortSignal;
}

/** Rpcs of VectorService, and a loop over all entries of a collection. */
export interface VectorsClient extends VectorServiceCalls {
  /** Returns all matching entries, in the order of their last write. */
  readonly all: (collectionName: string, filter?: VectorFilter) => AsyncIterable<StoredVector>;
}

/** Largest page that the service returns. */
const PAGE_SIZE = 1_000;

export const vectorsClient = (transport: Transport): VectorsClient => {
  const service = serviceCalls<VectorServiceCalls>(VectorService, transport);
  return {
    ...service,
    async *all(collectionName, { signal, ...filter } = {}) {
      let cursor: string | null = null;
      do {
        const request = { ...filter, collectionName, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
        const page: ListVectorsResponse = await service.listVectors(request, signal === undefined ? {} : { signal });
        yield* page.vectors;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
  };
};
