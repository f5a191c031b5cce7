import { createQuarryClient, type QuarryClient, type QuarryClientOptions, type QuarryTransport } from "@quarry/client";
import { connectTransport, grpcTransport } from "@quarry/client/node";

export type TransportName = "Connect over fetch" | "Connect over HTTP/2" | "gRPC over HTTP/2";

export const TRANSPORTS: readonly TransportName[] = ["Connect over fetch", "Connect over HTTP/2", "gRPC over HTTP/2"];

const API_KEY = "a-secret-for-tests-only";

const transportOf = (name: TransportName, baseUrl: string): { readonly transport?: QuarryTransport } => {
  switch (name) {
    case "Connect over fetch":
      return {};
    case "Connect over HTTP/2":
      return { transport: connectTransport({ baseUrl }) };
    case "gRPC over HTTP/2":
      return { transport: grpcTransport({ baseUrl }) };
  }
};

/** Creates a client of the tests' server, or of the service at another address. */
export const clientOf = (
  name: TransportName,
  baseUrl: string,
  options: Partial<QuarryClientOptions> = {},
): QuarryClient & Disposable => {
  const client = createQuarryClient({ baseUrl, apiKey: API_KEY, ...transportOf(name, baseUrl), ...options });
  return { ...client, [Symbol.dispose]: () => client.close() };
};
