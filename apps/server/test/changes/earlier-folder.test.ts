import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { STACK } from "../harness/stacks/make-stack.ts";
import { launch, TestServer } from "../harness/test-server.ts";

/**
 * Data folder of commit df963f54, each file compressed, with the key made for it, and `answers.json`: what that version
 * answered. `stones` has 73 direct vectors of 80, four of them replaced and one patched; `notes` has two documents of
 * three.
 */
const EARLIER = fileURLToPath(new URL("earlier-folder", import.meta.url));

interface Recorded {
  readonly collection: "stones" | "notes";
  readonly request: Readonly<Record<string, unknown>>;
  readonly hits: readonly Readonly<Record<string, unknown>>[];
}

describe.skipIf(STACK !== "embedded")("a data folder of commit df963f54", () => {
  let server: TestServer;

  beforeAll(async () => {
    const folder = await DataFolder.make();
    for (const file of await readdir(EARLIER, { recursive: true })) {
      if (!file.endsWith(".gz")) continue;
      const copy = folder.file(file.slice(0, -3));
      await mkdir(dirname(copy), { recursive: true });
      await writeFile(copy, gunzipSync(await readFile(join(EARLIER, file))), { mode: 0o600 });
    }
    // The first start migrates the metadata.
    for (let kill = 1; kill <= 5; kill++) {
      const killed = launch({}, folder);
      await Promise.race([sleep(kill * 250), killed.listening()]);
      await killed.kill();
    }
    server = await TestServer.start({}, folder);
  });
  afterAll(() => server.dispose());

  test("answers queries as it did, to the last bit for direct vectors, after five killed starts", async () => {
    const recorded = JSON.parse(await readFile(join(EARLIER, "answers.json"), "utf8")) as readonly Recorded[];
    expect(recorded.length).toBe(28);
    for (const { collection, request, hits } of recorded) {
      const { results } = await server.api.query(collection, request);
      const found = results.map(({ id, score, text }) => (collection === "stones" ? { id, score } : { text }));
      expect({ request, found }).toEqual({ request, found: hits });
    }
  });

  test("retains what was removed, replaced and patched", async () => {
    const vectors = async (body: object) =>
      server.api.expect<Record<string, unknown>>(200, "POST", "/v1/collections/stones/vectors/count", { json: body });
    expect(await vectors({})).toMatchObject({ count: 73 });
    expect(await vectors({ filters: { kind: "chalk" } })).toMatchObject({ count: 1 });
    const { documents } = await server.api.expect<{ documents: readonly { filename: string }[] }>(
      200,
      "GET",
      "/v1/collections/notes/documents",
    );
    expect(documents.map(({ filename }) => filename).sort()).toEqual(["harbour.md", "lighthouse.txt"]);
    expect((await server.api.query("notes", { query: "walrus", search_mode: "keyword" })).results).toEqual([]);
  });
});
