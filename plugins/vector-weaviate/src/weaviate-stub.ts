import { ConnectionGRPC } from "weaviate-client";
import { Redacted } from "effect";
import type { WeaviateSettings } from "./weaviate-settings.ts";

type Search = Awaited<ReturnType<ConnectionGRPC["search"]>>;
type Batch = Awaited<ReturnType<ConnectionGRPC["batch"]>>;
type Aggregate = Awaited<ReturnType<ConnectionGRPC["aggregate"]>>;

type Partly<Value> = Value extends Uint8Array | string | number | boolean | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Partly<Item>[]
    : { readonly [Key in keyof Value]?: Partly<Value[Key]> | undefined };

export type SearchReply = Awaited<ReturnType<Search["withFetch"]>>;
export type SearchRequest = Partly<Parameters<Search["withNearVector"]>[0] & Parameters<Search["withFetch"]>[0]>;
export type Filters = Partly<NonNullable<Parameters<Search["withFetch"]>[0]["filters"]>>;
export type BatchObject = Partly<Parameters<Batch["withObjects"]>[0]["objects"][number]>;

interface CallOptions {
  readonly signal: AbortSignal;
  readonly metadata: unknown;
}

interface Addressed {
  readonly collection: string;
  readonly consistencyLevel?: number;
}

/** gRPC service of Weaviate, as the client's generated code calls it. */
interface GeneratedStub {
  search(request: SearchRequest & Addressed & { uses127Api: boolean }, options: CallOptions): Promise<SearchReply>;
  batchObjects(
    request: { objects: readonly BatchObject[]; consistencyLevel: number },
    options: CallOptions,
  ): ReturnType<Batch["withObjects"]>;
  batchDelete(request: Addressed & { filters: Filters }, options: CallOptions): ReturnType<Batch["withDelete"]>;
  aggregate(
    request: Addressed & { objectsCount: boolean; filters?: Filters },
    options: CallOptions,
  ): ReturnType<Aggregate["withFetch"]>;
}

/**
 * Generated code below the client's own methods. Those retry for half a minute and log to the console, can't be
 * interrupted, and wait half a second for every batch. Only their protocol is needed.
 */
export interface WeaviateStub {
  readonly service: GeneratedStub;
  /** Metadata sent with every call: the key, headers, the client's name. */
  readonly metadata: unknown;
  readonly close: () => void;
}

/** Creates the stub. It connects with the first call. */
export const openStub = async (settings: WeaviateSettings): Promise<WeaviateStub> => {
  const { host, port, grpcHost, grpcPort, ssl, apiKey, headers } = settings;
  const scheme = ssl ? "https" : "http";
  const { connection } = await ConnectionGRPC.use({
    host: `${scheme}://${host}:${port}`,
    scheme,
    headers: plainHeaders(headers),
    grpcAddress: `${grpcHost ?? host}:${grpcPort}`,
    grpcSecure: ssl,
    skipInitChecks: true,
    ...(apiKey !== undefined && { apiKey: { apiKey: Redacted.value(apiKey) } }),
  });
  // Any of the client's builders contains both; the name is not used.
  const builder = (await connection.search("")) as unknown as { connection: GeneratedStub; metadata: unknown };
  return { service: builder.connection, metadata: builder.metadata, close: () => connection.close() };
};

export const plainHeaders = (headers: WeaviateSettings["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Redacted.value(value)]));
