import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestProject } from "vitest/node";
import type { Api } from "../api.ts";
import { DataFolder } from "../data-folder.ts";
import type { Collection } from "../resources.ts";
import type { LogLine } from "../server-process.ts";
import { TestServer } from "../test-server.ts";

/** Server on loan to a test file. */
export interface Lease {
  readonly lease: number;
  readonly address: string;
  readonly secret: string;
}

/** Log of a server since the start of the loan. */
export interface LeaseLog {
  readonly text: string;
  readonly errors: readonly LogLine[];
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of this process's shared test servers. */
    readonly sharedServers: string;
  }
}

/**
 * Servers with the default configuration, used by the files of a project one after the other: a start, and the data
 * that the first upload and the first query load, take 3.5 s of CPU. They run in vitest's own process, which outlives
 * its workers.
 */
class SharedServers {
  readonly #stack: string | undefined;
  readonly #all: TestServer[] = [];
  readonly #free: TestServer[] = [];
  readonly #lent = new Map<
    number,
    { readonly server: TestServer; readonly characters: number; readonly lines: number }
  >();
  #leases = 0;

  constructor(stack: string | undefined) {
    this.#stack = stack;
  }

  async take(): Promise<Lease> {
    const server = this.#free.pop() ?? (await this.#start());
    const lease = ++this.#leases;
    const { stderr, log } = server.process;
    this.#lent.set(lease, { server, characters: stderr.length, lines: log.length });
    return { lease, address: server.api.address, secret: server.secret };
  }

  log(lease: number): LeaseLog {
    const { server, characters, lines } = this.#lent.get(lease)!;
    const { stderr, log } = server.process;
    return { text: stderr.slice(characters), errors: log.slice(lines).filter(({ level }) => level >= 50) };
  }

  /** Resets the server to its initial state. A server with errors in its log is not lent again. */
  async giveBack(lease: number): Promise<LeaseLog> {
    const { server } = this.#lent.get(lease)!;
    await removeAll(server.api);
    const log = this.log(lease);
    this.#lent.delete(lease);
    if (log.errors.length === 0) this.#free.push(server);
    return log;
  }

  /**
   * Stops the servers. Each must end properly: exit code 0, and no line in its log that the service itself calls an
   * error.
   */
  async close(): Promise<void> {
    const endings = await Promise.all(
      this.#all.map(async (server) => {
        try {
          const { code, signal } = await server.stop();
          const { errors } = server.process;
          return code === 0 && errors.length === 0 ? [] : [JSON.stringify({ code, signal, errors })];
        } finally {
          await server.dispose();
        }
      }),
    );
    const wrong = endings.flat();
    if (wrong.length > 0) throw new Error(`shared servers that did not end as they should:\n${wrong.join("\n")}`);
  }

  async #start(): Promise<TestServer> {
    const folder = await DataFolder.make(this.#stack);
    try {
      const server = await TestServer.start({}, folder);
      this.#all.push(server);
      return server;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  }
}

/** Removes everything that test files create. */
const removeAll = async (api: Api): Promise<void> => {
  const { collections } = await api.expect<{ collections: Collection[] }>(200, "GET", "/v1/collections?limit=1000");
  for (const { name } of collections) await api.deleteCollection(encodeURIComponent(name));
  const { webhooks } = await api.expect<{ webhooks: { id: string }[] }>(200, "GET", "/v1/admin/webhooks?limit=1000");
  for (const { id } of webhooks) await api.expect(200, "DELETE", `/v1/admin/webhooks/${id}`);
  const { total } = await api.expect<{ total: number }>(200, "GET", "/v1/admin/keys");
  if (total > 0)
    throw new Error("the name of a key is taken for good: a file that makes keys needs a server of its own");
};

/** Vitest runs this once, before the first test of a project; the returned function runs after the last one. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const servers = new SharedServers(project.config.env?.["QUARRY_TEST_STACK"]);
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const lease = Number(await text(request));
    switch (request.url) {
      case "/take":
        return servers.take();
      case "/log":
        return servers.log(lease);
      case "/give-back":
        return servers.giveBack(lease);
      default:
        throw new Error(`no such call: ${request.url}`);
    }
  };
  const http = createServer((request, response) => {
    answer(request).then(
      (body) => response.end(JSON.stringify(body)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  project.provide("sharedServers", `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  return async () => {
    http.close();
    http.closeAllConnections();
    await servers.close();
  };
};
