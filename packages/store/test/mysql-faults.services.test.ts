import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addressOf,
  freePort,
  makeDatabase,
  mariadbCommand,
  openTcpProxy,
  type OwnServer,
  prepareMariadb,
  startOwnServer,
} from "@quarry/services";
import { Database, MetaRepository, mysqlDatabaseLayer, type StoreError } from "@quarry/store";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const run = Effect.runPromise;
const WAIT = { timeout: 60_000, interval: 50 };

const open = (url: string, statementTimeoutMs = 10_000) =>
  ManagedRuntime.make(
    MetaRepository.layer.pipe(
      Layer.provideMerge(mysqlDatabaseLayer({ url: Redacted.make(url), connectTimeoutMs: 5_000, statementTimeoutMs })),
    ),
  );

const openingError = (url: string): Promise<StoreError> =>
  run(
    Effect.flip(Effect.scoped(Layer.build(mysqlDatabaseLayer({ url: Redacted.make(url), connectTimeoutMs: 2_000 })))),
  );

const withPort = (url: string, port: number): string => {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
};

test("a hung server makes every call fail as unavailable, and works again when it resumes", async () => {
  const { url, drop } = await makeDatabase();
  const proxy = await openTcpProxy(Number(new URL(url).port));
  const runtime = open(withPort(url, proxy.port), 1_500);
  const database = await runtime.runPromise(Database);
  const meta = await runtime.runPromise(MetaRepository);
  const write = database.transaction((transaction) => meta.set("name", "value", transaction));
  await run(write);
  await run(database.ping);
  proxy.hang();
  const failures = await run(
    Effect.all(
      // More reads than there are connections: those that get none must not wait forever either.
      [write, meta.set("name", "other"), database.ping, ...Array.from({ length: 20 }, () => meta.get("name"))].map(
        (effect) => Effect.flip<unknown, StoreError, never>(effect),
      ),
      { concurrency: "unbounded" },
    ),
  );
  expect(new Set(failures.map(({ reason }) => reason))).toEqual(new Set(["unavailable"]));
  proxy.resume();
  await vi.waitFor(() => run(database.ping), WAIT);
  await run(meta.set("name", "again"));
  expect(await run(meta.get("name"))).toBe("again");
  proxy.cut();
  await vi.waitFor(async () => expect(await run(meta.get("name"))).toBe("again"), WAIT);
  await runtime.dispose();
  await proxy.close();
  await drop();
});

describe("opening a database", () => {
  const address = (change: Partial<Pick<URL, "hostname" | "pathname" | "port" | "search">>): string => {
    const url = new URL(addressOf("mariadb"));
    url.password = "s3cret";
    url.pathname = "quarry";
    Object.assign(url, change);
    return url.href;
  };

  test.each([
    ["a wrong password", address({}), "Access denied for user 'root'"],
    ["an unknown host", address({ hostname: "no-such-host.invalid" }), "no-such-host.invalid"],
    ["no server", address({ port: "1" }), "ECONNREFUSED"],
    ["TLS without server support", address({ search: "?ssl=true" }), "secure connection"],
    ["an unknown parameter", address({ search: "?flags=x" }), "has the parameter flags"],
    ["no database", address({ pathname: "" }), "names no database"],
    ["no URL", "mysql://root:s3cret@[host/db", "is no URL"],
  ] as const)("with %s fails with an error that contains no password", async (_, url, expected) => {
    const error = await openingError(url);
    expect(error).toMatchObject({ _tag: "StoreError", reason: "unavailable" });
    expect(error.message).toContain(expected);
    expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain("s3cret");
  });

  test("that doesn't exist fails with an error that names it", async () => {
    const url = new URL(addressOf("mariadb"));
    url.pathname = "no_such_database";
    expect((await openingError(url.href)).message).toContain("no_such_database");
  });

  test("on a server that is too old fails", async () => {
    const folder = mkdtempSync(join(tmpdir(), "quarry-old-"));
    const data = join(folder, "data");
    const port = await freePort();
    prepareMariadb(data);
    const [program, ...args] = mariadbCommand(data, port);
    const server = spawn(program, [...args, "--version=10.6.22-MariaDB"], { stdio: "ignore" });
    const error = await vi.waitFor(async () => {
      const found = await openingError(`mysql://root@127.0.0.1:${port}/mysql`);
      expect(found.message).not.toContain("ECONNREFUSED");
      return found;
    }, WAIT);
    expect(error).toMatchObject({ reason: "unavailable" });
    expect(error.message).toContain("10.6.22-MariaDB; needed is MySQL 8.0.17 or newer, or MariaDB 10.11 or newer");
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
    rmSync(folder, { recursive: true });
  });
});

describe("a server that is killed and restarted", () => {
  let server: OwnServer;
  beforeAll(async () => void (server = await startOwnServer("mariadb")));
  afterAll(() => server?.close());

  test("retains acknowledged writes and is used again without a restart of the service", async () => {
    const url = `mysql://root@127.0.0.1:${server.port}`;
    const connection = await createConnection(url);
    await connection.query("create database quarry");
    await connection.end();
    const runtime = open(`${url}/quarry`);
    const database = await runtime.runPromise(Database);
    const meta = await runtime.runPromise(MetaRepository);
    const answered: string[] = [];
    const refused: StoreError[] = [];
    let next = 0;
    const write = Effect.suspend(() => {
      const name = `fact-${(next += 1)}`;
      return Effect.match(
        database.transaction((transaction) => meta.set(name, "value", transaction)),
        { onFailure: (error) => void refused.push(error), onSuccess: () => void answered.push(name) },
      );
    });
    const writeSome = (count: number) =>
      run(
        Effect.all(
          Array.from({ length: count }, () => write),
          { concurrency: 4 },
        ),
      );
    await writeSome(50);
    const during = writeSome(50);
    await server.kill();
    await during;
    await writeSome(10);
    await server.start();
    await vi.waitFor(() => run(database.ping), WAIT);
    await vi.waitFor(() => run(meta.set("back", "value")), WAIT);
    await writeSome(10);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["unavailable"]));
    expect(answered.length).toBeGreaterThanOrEqual(60);
    const rows = await run(database.read((kysely) => kysely.selectFrom("meta").select("name").execute()));
    const stored = new Set(rows.map(({ name }) => name));
    expect(answered.filter((name) => !stored.has(name))).toEqual([]);
    await runtime.dispose();
  });
});
