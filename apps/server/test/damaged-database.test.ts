import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DataFolder } from "./harness/data-folder.ts";
import { STACK } from "./harness/stacks/make-stack.ts";
import { launch, TestServer } from "./harness/test-server.ts";

describe.skipIf(STACK !== "embedded")("startup with a data folder", () => {
  let server: TestServer;
  let whole: Buffer;
  const database = (): string => server.folder.file("quarry.db");

  beforeAll(async () => {
    server = await TestServer.start();
    await server.api.createCollection("kept");
    await server.api.ingest({ collection: "kept", filename: "a.txt", bytes: "A pump and its valves." });
    await server.stop();
    whole = readFileSync(database());
  });

  afterAll(() => server.dispose());

  const flipped = (from: number, length: number): Buffer => {
    const bytes = Buffer.from(whole);
    for (let at = from; at < from + length; at += 1) bytes[at]! ^= 0xff;
    return bytes;
  };

  test.each<readonly [string, RegExp, () => void]>([
    ["gone", /does not exist, but original files, passages of collections, vectors of a database exist/, () => {}],
    ["empty", /is empty \(0 bytes\)/, () => writeFileSync(database(), "")],
    ["cut off", /is damaged/, () => truncateSync(database(), whole.length >> 1)],
    ["not a database", /is damaged/, () => writeFileSync(database(), "no database ".repeat(9_000))],
    ["damaged in its header", /is damaged/, () => writeFileSync(database(), flipped(0, 100))],
    ["damaged in a page of its schema", /is damaged/, () => writeFileSync(database(), flipped(2_000, 2_096))],
  ])("whose quarry.db is %s fails with instructions, and changes nothing", async (name, message, harm) => {
    for (const tail of ["-wal", "-shm"]) rmSync(database() + tail, { force: true });
    if (name === "gone") rmSync(database());
    else writeFileSync(database(), whole);
    harm();
    const size = name === "gone" ? undefined : statSync(database()).size;
    const child = launch({}, server.folder);
    expect(await child.ended()).toEqual({ code: 1, signal: null });
    expect(child.stderr).toMatch(/^Quarry can't start:\n {2}the database .*quarry\.db can't be used: /m);
    expect(child.stderr).toMatch(message);
    expect(child.stderr).toMatch(/Restore a backup of the data folder, or start with an empty folder/);
    expect(child.stderr).not.toMatch(/\n\s+at /);
    expect(statSync(database(), { throwIfNoEntry: false })?.size).toBe(size);
  });

  test("finds all data once the database is restored", async () => {
    for (const tail of ["-wal", "-shm"]) rmSync(database() + tail, { force: true });
    writeFileSync(database(), whole);
    await server.startAgain();
    expect((await server.api.query("kept", { query: "valves", search_mode: "keyword" })).results).toHaveLength(1);
    await server.stop();
  });

  test("that has only the files allowed before a first start creates its database", async () => {
    const folder = await DataFolder.make();
    for (const name of ["secret.key", "api-secret"]) {
      writeFileSync(folder.file(name), readFileSync(server.folder.file("secret.key")));
    }
    writeFileSync(folder.file("quarry.config.jsonc"), "{}");
    const fresh = await TestServer.start({}, folder);
    try {
      expect((await fresh.api.call("GET", "/health/ready")).status).toBe(200);
      expect(readdirSync(folder.path).filter((name) => name.includes("-new-"))).toEqual([]);
    } finally {
      await fresh.dispose();
    }
  });
});
