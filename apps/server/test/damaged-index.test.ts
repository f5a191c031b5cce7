import { copyFile, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Collection, Document } from "./harness/resources.ts";
import { STACK } from "./harness/stacks/make-stack.ts";
import { TestServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const MODES = ["keyword", "semantic", "hybrid"] as const;
const DIMENSION = 1_024;
const TEXTS = Array.from({ length: 40 }, (_, at) => `Pump ${at} of the heronry has the valve number v${at}q${at * 7}.`);

/** Of the default dimension, and exactly of unit length, so that it is stored as it is. */
const OWN = Float32Array.from({ length: DIMENSION }, (_, at) => Math.sign(Math.sin(at * at + 1)) / 32);

describe.skipIf(STACK !== "embedded")("a collection whose index is damaged or gone", () => {
  let server: TestServer;
  let hurt: Collection;
  let sound: Collection;
  let document: Document;
  /** Their files after a stop, by name below the data folder. */
  const kept = new Map<string, Buffer>();

  const passagesOf = ({ id }: Collection): string => `passages/${id}.db`;
  const vectorsOf = ({ id }: Collection): string =>
    `plugins/vector-store/collection-c_${id.replaceAll("-", "")}_g1.sqlite`;
  const path = (file: string): string => server.folder.file(file);

  beforeAll(async () => {
    server = await TestServer.start();
    hurt = await server.api.createCollection("hurt");
    sound = await server.api.createCollection("sound");
    for (const collection of ["hurt", "sound"]) {
      document = await server.api.ingest({ collection, filename: "pumps.txt", bytes: TEXTS.join("\n\n") });
      expect(document.status).toBe("ready");
    }
    const own = { id: "own", embedding: [...OWN], text: "written by a client" };
    await server.api.expect(200, "POST", "/v1/collections/hurt/vectors/upsert", { json: { vectors: [own] } });
    [document] = (await server.api.documents("hurt")) as [Document];
    await server.stop();
    for (const collection of [hurt, sound]) {
      for (const file of [passagesOf(collection), vectorsOf(collection)]) kept.set(file, await readFile(path(file)));
    }
  });

  beforeEach(async () => {
    if (server.process.isRunning) await server.stop();
    for (const [file, bytes] of kept) {
      for (const tail of ["-wal", "-shm"]) await rm(path(file) + tail, { force: true });
      await rm(path(file), { force: true });
      await writeFile(path(file), bytes);
    }
  });

  afterAll(() => server.dispose());

  const ask = (collection: string, search_mode: (typeof MODES)[number]) =>
    server.api.call<{ readonly results?: readonly unknown[]; readonly detail?: string }>(
      "POST",
      `/v1/collections/${collection}/query`,
      { json: { query: "heronry valve v3q21", search_mode, top_k: 5 } },
    );

  const expectWell = async (collection: string): Promise<void> => {
    for (const mode of MODES) {
      const { status, body } = await ask(collection, mode);
      expect([mode, status, body.detail, (body.results ?? []).length > 0]).toEqual([mode, 200, undefined, true]);
    }
  };

  /** All but the hurt collection's searches goes on. */
  const expectOthersWell = async (): Promise<void> => {
    await expectWell("sound");
    expect((await server.api.call("GET", "/health")).status).toBe(200);
    expect(await server.api.expect(200, "GET", "/v1/collections")).toMatchObject({ total: 2 });
    expect(await server.api.document("hurt", document.id)).toMatchObject({ status: "ready" });
  };

  const flipped = (bytes: Buffer, from: number, length: number): Buffer => {
    const changed = Buffer.from(bytes);
    for (let at = from; at < from + length; at += 1) changed[at]! ^= 0xff;
    return changed;
  };

  const harms: readonly (readonly [string, (file: string) => Promise<void>])[] = [
    ["removed", (file) => rm(path(file))],
    ["empty", (file) => truncate(path(file), 0)],
    ["cut to half", (file) => truncate(path(file), kept.get(file)!.length >> 1)],
    ["flipped in its header", (file) => writeFile(path(file), flipped(kept.get(file)!, 0, 100))],
    ["changed within a text", (file) => writeFile(path(file), flipped(kept.get(file)!, textAt(file), 1))],
    [
      "that of another collection",
      (file) => copyFile(path(file.includes("passages") ? passagesOf(sound) : vectorsOf(sound)), path(file)),
    ],
  ];

  const textAt = (file: string): number => {
    const at = kept.get(file)!.indexOf("heronry");
    expect(at).toBeGreaterThan(0);
    return at;
  };

  test.each(harms)("passages: %s", async (_, harm) => {
    await harm(passagesOf(hurt));
    await server.startAgain();
    for (const mode of MODES) {
      const { status, body } = await ask("hurt", mode);
      expect([mode, status]).toEqual([mode, 503]);
      expect(body.detail).toMatch(/^the passages of the collection "hurt" are .*\.db.*quarry doctor --repair/);
      expect(body.detail).not.toMatch(new RegExp(server.folder.path));
    }
    const upload = await server.api.tryUpload({ collection: "hurt", filename: "more.txt", bytes: "more" });
    expect([upload.status, upload.body.detail]).toEqual([503, expect.stringMatching(/"hurt"/)]);
    expect((await server.api.documents("hurt")).length).toBe(1);
    await expectOthersWell();
  });

  test.each(harms)("vectors: %s", async (name, harm) => {
    await harm(vectorsOf(hurt));
    await server.startAgain();
    const isText = name.includes("text");
    for (const mode of MODES) {
      const { status, body } = await ask("hurt", mode);
      // Words are found whatever became of the vectors, and vectors of records whose text alone is hurt.
      expect([mode, status]).toEqual([mode, mode === "keyword" || isText ? 200 : 503]);
      if (status !== 200) expect(body.detail).toMatch(/^the vectors of the collection "hurt" are .*doctor --repair/);
    }
    await expectOthersWell();
  });

  test("the signs of one stored vector flipped: told, not searched", async () => {
    const file = vectorsOf(hurt);
    const bytes = kept.get(file)!;
    // SQLite may have moved the last of its pages, so a part of it is looked for.
    const at = bytes.indexOf(Buffer.from(OWN.slice(8, 72).buffer));
    expect(at).toBeGreaterThan(0);
    await writeFile(path(file), flipped(bytes, at, 256));
    await server.startAgain();
    expect((await ask("hurt", "semantic")).status).toBe(503);
    await expectOthersWell();
  });

  test.each(["passages", "vectors"])(
    "%s removed while it runs, and put back: well again without a restart",
    async (kind) => {
      await server.startAgain();
      await expectWell("hurt");
      const file = path(kind === "passages" ? passagesOf(hurt) : vectorsOf(hurt));
      await rename(file, `${file}-away`);
      expect((await ask("hurt", "hybrid")).status).toBe(503);
      expect(await readdir(server.folder.file("passages"))).not.toContain(kind === "passages" ? `${hurt.id}.db` : "");
      await expectOthersWell();
      await rename(`${file}-away`, file);
      await until("the collection to be well", async () =>
        (await ask("hurt", "hybrid")).status === 200 ? true : undefined,
      );
      await expectWell("hurt");
    },
  );

  test("a document under way waits for the repair, and is not failed", async () => {
    await rm(path(vectorsOf(hurt)));
    await server.startAgain();
    const { status, body } = await server.api.tryUpload({
      collection: "hurt",
      filename: "late.txt",
      bytes: "late words",
    });
    expect(status).toBe(201);
    await until("the document to wait", async () => {
      const { jobs } = await server.api.expect<{ jobs: { document_id?: string; error?: string }[] }>(
        200,
        "GET",
        "/v1/admin/jobs?limit=50",
      );
      return jobs.find(({ error }) => error?.includes('"hurt"') === true);
    });
    expect((await server.api.document("hurt", body.id)).status).not.toBe("failed");
    await writeFile(path(vectorsOf(hurt)), kept.get(vectorsOf(hurt))!);
    expect(await server.api.settled("hurt", body.id, 120_000)).toMatchObject({ status: "ready" });
    await server.api.deleteDocument("hurt", body.id);
  });

  test("a new collection, and one that was emptied, are made and searched as ever", async () => {
    await server.startAgain();
    await server.api.createCollection("fresh");
    for (const mode of MODES) expect(await ask("fresh", mode)).toMatchObject({ status: 200, body: { results: [] } });
    await server.restart();
    for (const mode of MODES) expect(await ask("fresh", mode)).toMatchObject({ status: 200, body: { results: [] } });
    await server.api.deleteCollection("fresh");
  });
});
