import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { WireServer } from "./support/wire-server.ts";

// gRPC uses the certificates of this file instead of the process's, and reads the variable when it is loaded.
delete process.env["GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"];
const { openStore } = await import("./support/open-store.ts");

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const caCertificateFile = fixture("localhost.cert.pem");

test("both APIs use TLS with a self-signed certificate only when the settings name it", async () => {
  const [key, cert] = [readFileSync(fixture("localhost.key.pem"), "utf8"), readFileSync(caCertificateFile, "utf8")];
  await using server = await WireServer.start({ key, cert });
  server.onHttp = () => ({ status: 200, body: { version: "1.39.0" } });
  server.onGrpc = () => ({ status: 2, text: "could not find class" });
  const settings = { host: "localhost", port: server.port, grpcPort: server.grpcPort, ssl: true };

  await using without = await openStore(settings);
  const refused = await Effect.runPromise(Effect.flip(without.store.health));
  expect(refused).toMatchObject({ reason: "unavailable" });
  expect(refused.message).toContain("SELF_SIGNED");
  await using missing = await openStore({ ...settings, caCertificateFile: "/nowhere/ca.pem" });
  const unreadable = await Effect.runPromise(Effect.flip(missing.store.health));
  expect(unreadable).toMatchObject({ reason: "invalid" });
  expect(unreadable.message).toContain("caCertificateFile");
  await using opened = await openStore({ ...settings, caCertificateFile });
  await Effect.runPromise(opened.store.health);
  expect(server.grpcCalls).toHaveLength(1);
});
