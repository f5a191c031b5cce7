import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as requestUpstream } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { addressOf } from "@quarry/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "./support/open-store.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const caCertificateFile = fixture("localhost.cert.pem");
const CREDENTIALS = `Basic ${Buffer.from("quarry:päss:word").toString("base64")}`;

/** Proxy that terminates TLS and authenticates users in front of the real server, below a path of its own. */
const proxy = createServer(
  { key: readFileSync(fixture("localhost.key.pem")), cert: readFileSync(caCertificateFile) },
  (request, response) => {
    if (request.headers.authorization !== CREDENTIALS) {
      response.writeHead(401, { "content-type": "text/plain" }).end("Unauthorized");
      return;
    }
    const { authorization: _, ...headers } = request.headers;
    const url = addressOf("opensearch") + request.url!.replace(/^\/search(?=\/)/, "");
    const upstream = requestUpstream(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  },
);
beforeAll(async () => {
  await once(proxy.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

const health = async (settings: Readonly<Record<string, unknown>>) => {
  const { port } = proxy.address() as AddressInfo;
  await using store = await openStore({
    address: `https://localhost:${port}/search/`,
    timeoutSeconds: 20,
    ...settings,
  });
  return await store
    .run((open) => open.health)
    .then(
      () => "healthy",
      (error: unknown) => error as { readonly reason: string; readonly message: string },
    );
};

test("a self-signed certificate is trusted only when the settings name it", async () => {
  const user = { username: "quarry", password: "päss:word" };
  expect(await health(user)).toMatchObject({ reason: "unavailable" });
  const missing = await health({ ...user, caCertificateFile: "/nowhere/ca.pem" });
  expect(missing).toMatchObject({ reason: "invalid", message: expect.stringContaining("caCertificateFile") as string });
  expect(await health({ ...user, caCertificateFile })).toBe("healthy");
});

test("credentials are sent; rejected ones fail with unauthorized and are not shown", async () => {
  const refused = await health({ username: "quarry", password: "another", caCertificateFile });
  expect(refused).toMatchObject({ reason: "unauthorized" });
  expect(JSON.stringify(refused)).not.toMatch(/another|YW5vdGhlc/);
  expect(await health({ caCertificateFile })).toMatchObject({ reason: "unauthorized" });
});
