import { type JsonObject } from "@bufbuild/protobuf";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { type Include, type StoredVector, VectorService } from "@quarry/api";

/** Which entries are gone through. */
export interface VectorFilter {
  /** Metadata filter. Default: all entries. */
  readonly filters?: JsonObject;
  /** Parts that the entries hold. Default: text and metadata. */
  readonly include?: Include[];
  readonly signal?: AbortSignal;
}

/** The rpcs of VectorService, and all entries of a collection in one loop. */
export interface VectorsClient extends Client<typeof VectorService> {
  /** All entries that match, in the order in which they were last written. */
  readonly all: (collectionName: string, filter?: VectorFilter) => AsyncIterable<StoredVector>;
}

/** The most that the service gives at once. */
const PAGE_SIZE = 1_000;

export const vectorsClient = (transport: Transport): VectorsClient => {
  const service = createClient(VectorService, transport);
  return {
    ...service,
    async *all(collectionName, { signal, ...filter } = {}) {
      let cursor: string | undefined;
      do {
        const request = { ...filter, collectionName, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const page = await service.listVectors(request, signal === undefined ? {} : { signal });
        yield* page.vectors;
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    },
  };
};

/** The bytes that stand for a vector in messages. */
export const vectorBytes = (numbers: Iterable<number>): Uint8Array<ArrayBuffer> => {
  const values = [...numbers];
  const bytes = new DataView(new ArrayBuffer(values.length * Float32Array.BYTES_PER_ELEMENT));
  for (const [at, value] of values.entries()) bytes.setFloat32(at * Float32Array.BYTES_PER_ELEMENT, value, true);
  return new Uint8Array(bytes.buffer);
};

/** The numbers of a vector in a message. */
export const vectorNumbers = (bytes: Uint8Array): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.floor(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT);
  return Float32Array.from({ length: count }, (_, at) => view.getFloat32(at * Float32Array.BYTES_PER_ELEMENT, true));
};
