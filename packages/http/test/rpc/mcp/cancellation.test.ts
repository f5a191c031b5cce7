import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Library } from "@quarry/mcp";
import { mcpEndpoint, originCheck } from "../../../src/rpc/mcp/index.ts";
import { afterEach, expect, test } from "vitest";

/** A library whose search runs until it is cancelled. */
class WaitingLibrary implements Library {
  readonly #begun = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly begun = this.#begun.promise;
  readonly ended = this.#ended.promise;

  search(_collections: readonly string[], _request: unknown, signal: AbortSignal): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        this.#ended.resolve();
        reject(signal.reason as Error);
      });
      this.#begun.resolve();
    });
  }

  async listCollections() {
    return { items: [], total: 0 };
  }

  async listDocuments() {
    return { items: [], total: 0 };
  }

  async countValues() {
    return { fields: [], total: 0 };
  }

  async listChunks() {
    return { items: [], total: 0 };
  }

  async getPage() {
    return { text: "", pageCount: 1, isCut: false };
  }
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const serve = async (library: Library) => {
  const errors: unknown[] = [];
  const endpoint = mcpEndpoint({
    library: () => library,
    authenticator: {
      authenticate: () => ({ name: "test", scope: "read", collections: undefined, accessFilter: undefined }),
    },
    version: "1.0.0",
    isAllowedOrigin: originCheck([]),
    onError: (error) => errors.push(error),
  });
  const server = createServer((request, response) => void endpoint(request, response, "request"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanups.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), errors };
};

const connect = async (url: URL, options: ClientOptions = {}): Promise<Client> => {
  const client = new Client({ name: "quarry-tests", version: "1.0.0" }, options);
  await client.connect(new StreamableHTTPClientTransport(url));
  cleanups.push(() => client.close());
  return client;
};

const search = { name: "search", arguments: { query: "x", collections: ["birds"] } };

test("a cancelled call is cancelled in the library too, without an error", async () => {
  const library = new WaitingLibrary();
  const { url, errors } = await serve(library);
  const client = await connect(url, { versionNegotiation: { mode: "auto" } });
  const controller = new AbortController();
  const call = client.callTool(search, { signal: controller.signal });
  await library.begun;
  controller.abort();
  await expect(call).rejects.toThrow();
  await library.ended;
  expect((await client.callTool({ name: "list_collections", arguments: {} })).isError).toBeUndefined();
  expect(errors).toEqual([]);
});

test("the call of a client that disconnects is cancelled in the library too", async () => {
  const library = new WaitingLibrary();
  const { url, errors } = await serve(library);
  const client = await connect(url);
  const call = client.callTool(search);
  const failed = expect(call).rejects.toThrow();
  await library.begun;
  await client.close();
  await failed;
  await library.ended;
  expect(errors).toEqual([]);
});
