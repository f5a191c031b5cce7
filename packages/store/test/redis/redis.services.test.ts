import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import { Redis, redisLayer, type RedisService } from "../../src/redis/index.ts";
import { addressOf, openTcpProxy, type OwnServer, startOwnServer } from "@quarry/services";
import { Effect, Exit, Layer, Logger, ManagedRuntime, Redacted, Scope } from "effect";
import { afterEach, expect, test, vi } from "vitest";

const run = Effect.runPromise;
const failure = <A, E>(effect: Effect.Effect<A, E>): Promise<E> => run(Effect.flip(effect));
const WAIT = { timeout: 60_000, interval: 10 };
const ready = (redis: RedisService) => vi.waitFor(() => expect(redis.isReady()).toBe(true), WAIT);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const open = async (url: string, log: string[] = []): Promise<RedisService> => {
  const logger = Logger.make(({ message }) => void log.push(inspect(message, { depth: 10 })));
  const runtime = ManagedRuntime.make(
    redisLayer({ url: Redacted.make(url), keyPrefix: "test" }).pipe(Layer.provideMerge(Logger.layer([logger]))),
  );
  closing.push(() => runtime.dispose());
  return await runtime.runPromise(Redis);
};
const ownServer = async (): Promise<OwnServer> => {
  const server = await startOwnServer("redis");
  closing.push(server.close);
  return server;
};
const urlOf = (port: number) => `redis://127.0.0.1:${port}`;

test("commands run, keys get the prefix, and subscribers receive messages until they stop", async () => {
  const redis = await open(addressOf("redis"));
  await run(redis.ping);
  const key = redis.key("a", "b");
  expect(key).toBe("test:a:b");
  await run(redis.run((client) => client.set(key, "value", "EX", 60)));
  expect(await run(redis.run((client) => client.getdel(key)))).toBe("value");
  const messages: string[] = [];
  const stop = redis.subscribe(redis.key("channel"), (message) => messages.push(message));
  const publish = (message: string) => run(redis.run((client) => client.publish(redis.key("channel"), message)));
  await vi.waitFor(async () => expect(await publish("hello")).toBe(1), WAIT);
  await vi.waitFor(() => expect(messages).toEqual(["hello"]), WAIT);
  stop();
  await vi.waitFor(async () => expect(await publish("nobody hears this")).toBe(0), WAIT);
  expect(messages).toEqual(["hello"]);
});

test("a command rejected by Redis is not retryable, and the error doesn't quote it", async () => {
  const redis = await open(addressOf("redis"));
  const error = await failure(redis.run((client) => client.call("QUARRY", "the-secret")));
  expect(error).toMatchObject({ _tag: "RedisError", reason: "rejected", isRetryable: false });
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("the-secret");
});

test("a killed server fails commands at once; after its restart, commands and subscriptions work again", async () => {
  const server = await ownServer();
  const log: string[] = [];
  const redis = await open(urlOf(server.port), log);
  const messages: string[] = [];
  let returns = 0;
  redis.subscribe("channel", (message) => messages.push(message));
  redis.onReady(() => void (returns += 1));
  await server.kill();
  await vi.waitFor(() => expect(redis.isReady()).toBe(false), WAIT);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    expect(await failure(redis.ping)).toMatchObject({ reason: "unavailable", isRetryable: true });
  }
  await server.start();
  await ready(redis);
  expect(returns).toBe(1);
  await run(redis.ping);
  await vi.waitFor(async () => {
    await run(redis.run((client) => client.publish("channel", "back")));
    expect(messages).toContain("back");
  }, WAIT);
  const reported = (text: string) => log.filter((line) => line.includes(text));
  await vi.waitFor(() => expect(reported("Redis is available again")).toHaveLength(1), WAIT);
  expect(reported("Redis is unavailable")).toHaveLength(1);
});

test("a server that is unavailable at the start is used once it is up", async () => {
  const server = await ownServer();
  await server.kill();
  const redis = await open(urlOf(server.port));
  expect(await failure(redis.ping)).toMatchObject({ reason: "unavailable" });
  await server.start();
  await ready(redis);
  await run(redis.ping);
});

test("a hung server makes commands time out, and is used again when it resumes", async () => {
  const server = await ownServer();
  const proxy = await openTcpProxy(server.port);
  closing.push(proxy.close);
  const redis = await open(urlOf(proxy.port));
  proxy.hang();
  expect(await failure(redis.ping)).toMatchObject({ reason: "timeout", isRetryable: true });
  expect(await failure(redis.run((client) => client.get("key")))).toMatchObject({ isRetryable: true });
  proxy.resume();
  await vi.waitFor(() => run(redis.ping), WAIT);
});

test("a wrong password is reported and never shown", async () => {
  const server = await ownServer();
  const admin = await open(urlOf(server.port));
  await run(admin.run((client) => client.config("SET", "requirepass", "the-secret")));
  const log: string[] = [];
  const unauthorised = await open(`redis://:the-wrong-secret@127.0.0.1:${server.port}`, log);
  const error = await failure(unauthorised.ping);
  expect(error.isRetryable).toBe(true);
  const reported = "Redis is unavailable: Redis rejects the user or the password (WRONGPASS)";
  await vi.waitFor(() => expect(log.join("\n")).toContain(reported), WAIT);
  expect(`${log.join("\n")} ${inspect(error, { depth: 10, showHidden: true })}`).not.toMatch(/the-(wrong-)?secret/);
  await run((await open(`redis://:the-secret@127.0.0.1:${server.port}`)).ping);
});

test("a connection for blocking commands closes with its scope", async () => {
  const redis = await open(addressOf("redis"));
  const scope = await run(Scope.make());
  const client = await run(Scope.provide(redis.connect, scope));
  await vi.waitFor(() => expect(client.status).toBe("ready"), WAIT);
  const list = redis.key("list", crypto.randomUUID());
  const popped = client.blpop(list, 0);
  await run(redis.run((other) => other.rpush(list, "item")));
  expect(await popped).toEqual([list, "item"]);
  await run(Scope.close(scope, Exit.void));
  await vi.waitFor(() => expect(client.status).toBe("end"), WAIT);
});

test("rediss:// uses TLS and requires a trusted certificate", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-tls-"));
  closing.push(async () => rmSync(folder, { recursive: true }));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", keyFile, "-out", certificateFile], {
    stdio: "ignore",
  });
  const certificate = readFileSync(certificateFile, "utf8");
  const target = Number(new URL(addressOf("redis")).port);
  const tls = createServer({ key: readFileSync(keyFile), cert: certificate }, (socket) => {
    const upstream = connect(target, "127.0.0.1");
    socket.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  }).listen(0, "127.0.0.1");
  tls.on("tlsClientError", () => {});
  await once(tls, "listening");
  closing.push(async () => void tls.close());
  const url = `rediss://localhost:${(tls.address() as AddressInfo).port}`;
  const log: string[] = [];
  expect(await failure((await open(url, log)).ping)).toMatchObject({ reason: "unavailable" });
  await vi.waitFor(() => expect(log.join("\n")).toContain("DEPTH_ZERO_SELF_SIGNED_CERT"), WAIT);
  const trusted = getCACertificates("default");
  closing.push(async () => setDefaultCACertificates(trusted));
  setDefaultCACertificates([...trusted, certificate]);
  await run((await open(url)).ping);
});
