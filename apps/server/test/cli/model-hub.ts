import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach } from "vitest";

/** Faults of the hub; they can change between two commands. */
export interface HubFaults {
  /** Number of bytes of the file after which a response stops, once. */
  stopAfter: number | undefined;
  /** Whether the connection closes there; otherwise it stays open and sends nothing more. */
  ends: boolean;
  /** Wrong hash to send as the file's `etag`. */
  etag: string | undefined;
}

export interface ModelHub {
  readonly url: string;
  /** Files by `repository/path`. */
  readonly files: Map<string, Buffer>;
  /** Requests since the test began, as `GET path bytes=…`. */
  readonly asked: readonly string[];
  readonly faults: HubFaults;
}

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/**
 * Starts a server that responds as the hub does: a redirect contains a file's metadata, and another address serves the
 * file itself, in ranges where requested.
 */
export const useModelHub = async (): Promise<ModelHub> => {
  const files = new Map<string, Buffer>();
  const requested: string[] = [];
  const faults: HubFaults = { stopAfter: undefined, ends: true, etag: undefined };
  const server = createServer((request, response) => {
    const { method, url = "", headers } = request;
    requested.push([method, url, headers.range].filter((part) => part !== undefined).join(" "));
    const isStore = url.startsWith("/store/");
    const name = isStore ? url.slice("/store/".length) : url.slice(1).replace(/\/resolve\/main\//, "/");
    const bytes = files.get(name);
    if (bytes === undefined) return void response.writeHead(404).end();
    if (!isStore) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const reported = {
        location: `/store/${name}`,
        "x-linked-etag": `"${faults.etag ?? sha256}"`,
        "x-linked-size": String(bytes.length),
        "x-repo-commit": COMMIT,
      };
      return void response.writeHead(302, reported).end();
    }
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    response.writeHead(from === 0 ? 200 : 206, { "content-length": bytes.length - from });
    const { stopAfter, ends } = faults;
    if (stopAfter === undefined || bytes.length <= stopAfter) return void response.end(bytes.subarray(from));
    faults.stopAfter = undefined;
    response.write(bytes.subarray(from, stopAfter), () => {
      if (ends) response.destroy();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  beforeEach(() => {
    requested.length = 0;
    Object.assign(faults, { stopAfter: undefined, ends: true, etag: undefined });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files, asked: requested, faults };
};
