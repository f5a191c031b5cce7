import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { addressOf } from "@quarry/services";
import { Effect, Schema } from "effect";
import { afterAll, beforeAll, expect, test } from "vitest";
import plugin from "../src/index.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const caCertificateFile = fixture("localhost.cert.pem");

/** Proxy that terminates TLS in front of the real server. */
const proxy = createServer(
  {
    key: readFileSync(fixture("localhost.key.pem")),
    cert: readFileSync(caCertificateFile),
    ALPNProtocols: ["http/1.1"],
  },
  (socket) => {
    const upstream = connect(Number(new URL(addressOf("chroma")).port), "127.0.0.1");
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  },
);
beforeAll(async () => {
  proxy.on("tlsClientError", () => {});
  await once(proxy.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  proxy.close();
});

const health = (settings: Readonly<Record<string, unknown>>) =>
  Schema.decodeUnknownEffect(plugin.settings)(settings).pipe(
    Effect.flatMap((decoded) => plugin.make(decoded, { dataDirectory: "", log: () => {} })),
    Effect.flatMap((store) => store.health),
    Effect.scoped,
  );

test("a self-signed certificate is trusted only when the settings name it", async () => {
  const { port } = proxy.address() as AddressInfo;
  const settings = { host: "localhost", port, ssl: true, timeoutSeconds: 20 };
  const refused = await Effect.runPromise(Effect.flip(health(settings)));
  expect(refused).toMatchObject({ reason: "unavailable" });
  const missing = await Effect.runPromise(Effect.flip(health({ ...settings, caCertificateFile: "/nowhere/ca.pem" })));
  expect(missing).toMatchObject({ reason: "invalid" });
  expect((missing as Error).message).toContain("caCertificateFile");
  await Effect.runPromise(health({ ...settings, caCertificateFile }));
});
