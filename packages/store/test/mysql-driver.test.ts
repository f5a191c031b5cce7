import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeMysql, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Layer, Redacted } from "effect";
import { expect, test } from "vitest";

const isDriverLoaded = (): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("mysql2"));

/** Returns a port without a listener: one that was free a moment ago. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
};

test("the MySQL driver is loaded when connecting to a MySQL server, but not for a SQLite file", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-store-"));
  try {
    const database = sqliteDatabaseLayer({ path: join(directory, "quarry.db") });
    await Effect.runPromise(Effect.scoped(Layer.build(database)));
    expect(isDriverLoaded()).toBe(false);
  } finally {
    rmSync(directory, { recursive: true });
  }
  const url = Redacted.make(`mysql://nobody:x@127.0.0.1:${await closedPort()}/none`);
  await expect(probeMysql(url)).rejects.toMatchObject({ _tag: "StoreError", reason: "unavailable" });
  expect(isDriverLoaded()).toBe(true);
});
