import { Code, ConnectError, type ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import {
  type FactQuery,
  type GetRequest,
  type ListRequest,
  NumberComparison_Bound,
  NumberComparison_Comparison,
  type SearchRequest,
  type VectorRecord,
  VectorStoreService,
} from "@quarry/api/plugin";
import { createServer } from "node:http2";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { FactsTerms } from "./memory-terms.ts";

interface Collection {
  readonly dimension: number;
  readonly records: Map<string, VectorRecord>;
}

/**
 * An in-memory vector store as a third party writes it with only the protocol: it answers queries about field values
 * and reads no metadata.
 */
class FactsStore {
  readonly #collections = new Map<string, Collection>();

  readonly service: Partial<ServiceImpl<typeof VectorStoreService>> = {
    describe: () => ({
      identity: { name: "facts-store", version: "0", specVersions: [1] },
      maxTopK: 1_000,
      maxDimension: 4_096,
      sharedBetweenProcesses: true,
      computesCosines: false,
      searchesTerms: true,
    }),
    ...new FactsTerms((query, facts) => matches(query, facts)).calls,
    health: () => ({}),
    ensureCollection: ({ collection, dimension }) => {
      const known = this.#collections.get(collection);
      if (known !== undefined && known.dimension !== dimension) {
        throw new ConnectError(`${collection} has ${known.dimension} dimensions`, Code.FailedPrecondition);
      }
      if (known === undefined) this.#collections.set(collection, { dimension, records: new Map() });
      return {};
    },
    dropCollection: ({ collection }) => {
      this.#collections.delete(collection);
      return {};
    },
    upsert: async (requests) => {
      let target: Collection | undefined;
      let total = 0;
      const records: VectorRecord[] = [];
      for await (const { part } of requests) {
        if (part.case === "start") {
          target = this.#find(part.value.collection);
          total = part.value.totalRecords;
        } else if (part.case === "records") records.push(...part.value.records);
      }
      if (target === undefined || records.length !== total) throw new ConnectError("cut", Code.InvalidArgument);
      for (const { id, vector } of records) {
        if (vector.length !== target.dimension * 4) throw new ConnectError(`wrong length: ${id}`, Code.InvalidArgument);
      }
      for (const record of records) target.records.set(record.id, record);
      return {};
    },
    get: (request) => this.#get(request),
    list: (request) => this.#list(request),
    count: ({ collection, query }) => ({ count: BigInt(this.#matching(collection, query).length) }),
    deleteByIds: ({ collection, ids }) => {
      const { records } = this.#find(collection);
      return { deleted: BigInt(ids.filter((id) => records.delete(id)).length) };
    },
    deleteByQuery: ({ collection, query }) => {
      if (query === undefined) throw new ConnectError("no query", Code.InvalidArgument);
      const found = this.#matching(collection, query);
      for (const { id } of found) this.#find(collection).records.delete(id);
      return { deleted: BigInt(found.length) };
    },
    search: (request) => this.#search(request),
  };

  async *#get({ collection, ids }: GetRequest) {
    const { records } = this.#find(collection);
    // One record per message: a host must accept any split.
    for (const id of ids) {
      const record = records.get(id);
      if (record !== undefined) yield { records: [bare(record)] };
    }
  }

  async *#list({ collection, query, cursor, limit, metadataOnly }: ListRequest) {
    const all = this.#matching(collection, query).toSorted((a, b) => compare(a.id, b.id));
    const rest = cursor === undefined ? all : all.filter(({ id }) => compare(id, cursor.slice(1)) > 0);
    const page = rest.slice(0, limit).map(bare);
    const input = metadataOnly ? page.map((record) => ({ ...record, vector: new Uint8Array(), text: "" })) : page;
    for (let index = 0; index < input.length; index += 100) yield { records: input.slice(index, index + 100) };
    if (rest.length > limit) yield { records: [], nextCursor: `>${page.at(-1)!.id}` };
  }

  async *#search({ collection, vector, topK, query, includeMetadata }: SearchRequest) {
    const { dimension } = this.#find(collection);
    if (vector.length !== dimension * 4) throw new ConnectError("wrong length", Code.InvalidArgument);
    const requested = floats(vector);
    const hits = this.#matching(collection, query)
      .map(({ id, vector: own, metadataJson }) => {
        const other = floats(own);
        const cosine = requested.reduce((sum, value, index) => sum + value * other[index]!, 0);
        return { id, cosine, ...(includeMetadata && { metadataJson }) };
      })
      .toSorted((a, b) => b.cosine - a.cosine || compare(a.id, b.id));
    yield { hits: hits.slice(0, topK) };
  }

  #find(name: string): Collection {
    const found = this.#collections.get(name);
    if (found === undefined) throw new ConnectError(`no collection ${name}`, Code.NotFound);
    return found;
  }

  #matching(collection: string, query: FactQuery | undefined): VectorRecord[] {
    const all = [...this.#find(collection).records.values()];
    return query === undefined ? all : all.filter((record) => matches(query, record));
  }
}

const bare = (record: VectorRecord) => ({ ...record, words: [], numbers: {} });

const floats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const matches = ({ kind }: FactQuery, record: Pick<VectorRecord, "words" | "numbers">): boolean => {
  switch (kind.case) {
    case "everything":
      return true;
    case "nothing":
      return false;
    case "hasAny":
      return kind.value.words.some((word) => record.words.includes(word));
    case "hasNone":
      return !kind.value.words.some((word) => record.words.includes(word));
    case "allOf":
      return kind.value.parts.every((part) => matches(part, record));
    case "anyOf":
      return kind.value.parts.some((part) => matches(part, record));
    case "number": {
      const { path, bound, comparison, value } = kind.value;
      const range = Object.hasOwn(record.numbers, path) ? record.numbers[path] : undefined;
      if (range === undefined) return false;
      const end = bound === NumberComparison_Bound.LEAST ? range.least : range.greatest;
      if (comparison === NumberComparison_Comparison.GREATER) return end > value;
      if (comparison === NumberComparison_Comparison.GREATER_OR_EQUAL) return end >= value;
      return comparison === NumberComparison_Comparison.LESS ? end < value : end <= value;
    }
    default:
      throw new ConnectError("a query of no known kind", Code.InvalidArgument);
  }
};

/** Starts the store and returns its address. */
export const startFactsStore = async (): Promise<{ readonly address: string; readonly close: () => void }> => {
  const { service } = new FactsStore();
  const routes = (router: Parameters<Parameters<typeof connectNodeAdapter>[0]["routes"]>[0]) =>
    void router.service(VectorStoreService, service);
  // Rejects messages of more than 4 MiB, as gRPC servers do.
  const server = createServer(connectNodeAdapter({ routes, readMaxBytes: 4 * 1_048_576 })).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};
