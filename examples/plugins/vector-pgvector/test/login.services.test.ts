import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { type OwnServer, startOwnServer } from "@quarry/services";
import { Effect, Schema } from "effect";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import plugin from "../src/index.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const caCertificateFile = fixture("localhost.cert.pem");
const PASSWORD = "correct horse battery staple";

let postgres: OwnServer;

/** The server's build does not support TLS. This proxy provides it in PostgreSQL's way, after the client's request. */
const tlsFront = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", () => {
    socket.write("S");
    const options = { key: readFileSync(fixture("localhost.key.pem")), cert: readFileSync(caCertificateFile) };
    join(new TLSSocket(socket, { isServer: true, ...options }), connect(postgres.port, "127.0.0.1"));
  });
});

const join = (one: Socket, other: Socket): void => {
  one.on("error", () => other.destroy());
  other.on("error", () => one.destroy());
  one.pipe(other).pipe(one);
};

const asSuperuser = async (database: string, work: (client: Client) => Promise<unknown>): Promise<void> => {
  const client = new Client({ host: "127.0.0.1", port: postgres.port, user: "postgres", database });
  await client.connect();
  await work(client).finally(() => client.end());
};

beforeAll(async () => {
  postgres = await startOwnServer("postgres");
  await asSuperuser("postgres", async (client) => {
    await client.query(`create role quarry login password '${PASSWORD}'`);
    await client.query("create role guest login");
    await client.query("create database quarry owner quarry");
    const { rows } = await client.query<{ hba_file: string }>("show hba_file");
    writeFileSync(rows[0]!.hba_file, "host all quarry 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n");
  });
  await postgres.kill();
  await postgres.start();
  await once(tlsFront.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  tlsFront.close();
  await postgres?.close();
});

const use = (settings: Readonly<Record<string, unknown>>, call: "health" | "ensure" = "health") =>
  Schema.decodeUnknownEffect(plugin.settings)({ port: postgres.port, timeoutSeconds: 20, ...settings }).pipe(
    Effect.flatMap((decoded) => plugin.make(decoded, { dataDirectory: "", log: () => {} })),
    Effect.flatMap((store) =>
      call === "health" ? store.health : store.ensureCollection({ collection: "documents", dimension: 3 }),
    ),
    Effect.scoped,
  );
const failure = async (settings: Readonly<Record<string, unknown>>, call?: "health" | "ensure") => {
  const { reason, message } = (await Effect.runPromise(Effect.flip(use(settings, call)))) as never as {
    reason: string;
    message: string;
  };
  expect(message).not.toContain(PASSWORD);
  return `${reason}: ${message}`;
};

test("the password comes from the config or from a variable that the config names", async () => {
  await Effect.runPromise(use({ password: PASSWORD }));
  vi.stubEnv("QUARRY_TEST_PASSWORD", PASSWORD);
  await Effect.runPromise(use({ passwordVariable: "QUARRY_TEST_PASSWORD" }));
  expect(await failure({ passwordVariable: "QUARRY_TEST_NONE" })).toMatch(/^invalid: .*QUARRY_TEST_NONE is not set/);
});

test("a wrong or missing password and a missing database are reported with the setting to change", async () => {
  expect(await failure({ password: "wrong" })).toMatch(/^unauthorized: .*settings user and password/);
  expect(await failure({})).toMatch(/^unauthorized: .*settings user and password/);
  expect(await failure({ user: "guest", database: "nowhere" })).toMatch(/^incompatible: .*setting database/);
});

test("a role that owns its database needs a superuser only for the extension", async () => {
  expect(await failure({ password: PASSWORD }, "ensure")).toMatch(/^unauthorized: .*CREATE EXTENSION vector/);
  await asSuperuser("quarry", (client) => client.query("create extension vector"));
  await Effect.runPromise(use({ password: PASSWORD }, "ensure"));
  expect(await failure({ user: "guest" }, "ensure")).toMatch(/^unauthorized: .*permission denied/);
});

test("only a certificate named in the settings is trusted, and a server without TLS is rejected", async () => {
  const { port } = tlsFront.address() as AddressInfo;
  const settings = { host: "localhost", port, ssl: true, password: PASSWORD };
  expect(await failure(settings)).toMatch(/^unavailable: .*certificate/);
  expect(await failure({ ...settings, caCertificateFile: "/nowhere/ca.pem" })).toMatch(/^invalid: .*caCertificateFile/);
  expect(await failure({ ssl: true, password: PASSWORD })).toMatch(/^incompatible: .*setting ssl/);
  await Effect.runPromise(use({ ...settings, caCertificateFile }));
});
