import { copyFile, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Collection, Document } from "./harness/resources.ts";
import { STACK } from "./harness/stacks/make-stack.ts";
import { TestServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const MODES = ["keyword", "semantic", "hybrid"] as const;
const DIMENSION = 1_024;
const TEXTS = Array.from({ length: 40 }, (_, at) => `Pump ${at} of the heronry has the valve number v${at}q${at * 7}.`);

/** Vector of the default dimension, with exactly unit length, so that it is stored unchanged. */
const OWN = Float32Array.from({ length: DIMENSION }, (_, at) => Math.sign(Math.sin(at * at + 1)) / 32);

const HARMS = [
  "removed",
  "empty",
  "cut to half",
  "flipped in its header",
  "changed within a text",
  "another's",
] as const;
type Harm = (typeof HARMS)[number];

/**
 * Returns the name of the collection whose passages or vectors get this damage. All are damaged during one stop of the
 * service.
 */
const named = (kind: "passages" | "vectors", harm: string): string => `${kind}_${harm.replaceAll(/\W/g, "_")}`;
const SOUND = "sound";
const SIGNS = named("vectors", "signs");
const REPAIRED = named("vectors", "repaired");
const MOVED = (["passages", "vectors"] as const).map((kind) => [kind, named(kind, "moved")] as const);
const NAMES = [
  ...[SOUND, SIGNS, REPAIRED],
  ...MOVED.map(([, name]) => name),
  ...HARMS.flatMap((harm) => [named("passages", harm), named("vectors", harm)]),
];

describe.skipIf(STACK !== "embedded")("a collection whose index is damaged or missing", () => {
  let server: TestServer;
  const collections = new Map<string, Collection>();
  const documents = new Map<string, Document>();
  /** Copies of the files after a stop, by name below the data folder. */
  const retained = new Map<string, Buffer>();

  const passagesOf = (name: string): string => `passages/${collections.get(name)!.id}.db`;
  const vectorsOf = (name: string): string =>
    `plugins/vector-store/collection-c_${collections.get(name)!.id.replaceAll("-", "")}_g1.sqlite`;
  const path = (file: string): string => server.folder.file(file);

  beforeAll(async () => {
    server = await TestServer.start();
    for (const collection of NAMES) {
      collections.set(collection, await server.api.createCollection(collection));
      const document = await server.api.ingest({ collection, filename: "pumps.txt", bytes: TEXTS.join("\n\n") });
      expect(document.status).toBe("ready");
      documents.set(collection, document);
    }
    const own = { id: "own", embedding: [...OWN], text: "written by a client" };
    await server.api.expect(200, "POST", `/v1/collections/${SIGNS}/vectors/upsert`, { json: { vectors: [own] } });
    await server.stop();
    for (const name of NAMES) {
      for (const file of [passagesOf(name), vectorsOf(name)]) retained.set(file, await readFile(path(file)));
    }
    await rm(path(vectorsOf(REPAIRED)));
    await server.startAgain();
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

  /** Fails unless the searches of all other collections still work. */
  const expectOthersWell = async (hurt: string): Promise<void> => {
    await expectWell(SOUND);
    expect((await server.api.call("GET", "/health")).status).toBe(200);
    expect(await server.api.expect(200, "GET", "/v1/collections")).toMatchObject({ total: NAMES.length });
    expect(await server.api.document(hurt, documents.get(hurt)!.id)).toMatchObject({ status: "ready" });
  };

  const flipped = (bytes: Buffer, from: number, length: number): Buffer => {
    const changed = Buffer.from(bytes);
    for (let at = from; at < from + length; at += 1) changed[at]! ^= 0xff;
    return changed;
  };

  const harms: Readonly<Record<Harm, (file: string, another: string) => Promise<void>>> = {
    removed: (file) => rm(path(file)),
    empty: (file) => truncate(path(file), 0),
    "cut to half": (file) => truncate(path(file), retained.get(file)!.length >> 1),
    "flipped in its header": (file) => writeFile(path(file), flipped(retained.get(file)!, 0, 100)),
    "changed within a text": (file) => writeFile(path(file), flipped(retained.get(file)!, textAt(file), 1)),
    "another's": (file, another) => copyFile(path(another), path(file)),
  };

  const textAt = (file: string): number => {
    const at = retained.get(file)!.indexOf("heronry");
    expect(at).toBeGreaterThan(0);
    return at;
  };

  /** Flips the signs of one stored vector. */
  const flipSigns = async (file: string): Promise<void> => {
    const bytes = retained.get(file)!;
    // SQLite may have moved its last pages, so only a part of the vector is searched for.
    const at = bytes.indexOf(Buffer.from(OWN.slice(8, 72).buffer));
    expect(at).toBeGreaterThan(0);
    await writeFile(path(file), flipped(bytes, at, 256));
  };

  // Runs before much is damaged: the more damage there is, the less often it is checked.
  describe.concurrent("whose index is restored", () => {
    test("a document in processing waits for the repair, and doesn't fail", async () => {
      const late = { collection: REPAIRED, filename: "late.txt", bytes: "late words" };
      const { status, body } = await server.api.tryUpload(late);
      expect(status).toBe(201);
      await until("the document to wait", async () => {
        const { jobs } = await server.api.expect<{ jobs: { document_id?: string; error?: string }[] }>(
          200,
          "GET",
          "/v1/admin/jobs?limit=50",
        );
        return jobs.find(({ error }) => error?.includes(`"${REPAIRED}"`) === true);
      });
      expect((await server.api.document(REPAIRED, body.id)).status).not.toBe("failed");
      await writeFile(path(vectorsOf(REPAIRED)), retained.get(vectorsOf(REPAIRED))!);
      expect(await server.api.settled(REPAIRED, body.id, 120_000)).toMatchObject({ status: "ready" });
    });

    test.each(MOVED)("%s removed at runtime and restored: searches work without a restart", async (kind, hurt) => {
      await expectWell(hurt);
      const file = path(kind === "passages" ? passagesOf(hurt) : vectorsOf(hurt));
      await rename(file, `${file}-away`);
      expect((await ask(hurt, "hybrid")).status).toBe(503);
      const left = await readdir(server.folder.file("passages"));
      expect(left.includes(`${collections.get(hurt)!.id}.db`)).toBe(kind !== "passages");
      await expectOthersWell(hurt);
      await rename(`${file}-away`, file);
      await until("the collection to be well", async () =>
        (await ask(hurt, "hybrid")).status === 200 ? true : undefined,
      );
      await expectWell(hurt);
    });
  });

  describe("that was damaged while the service was stopped", () => {
    beforeAll(async () => {
      await server.stop();
      for (const harm of HARMS) {
        await harms[harm](passagesOf(named("passages", harm)), passagesOf(SOUND));
        await harms[harm](vectorsOf(named("vectors", harm)), vectorsOf(SOUND));
      }
      await flipSigns(vectorsOf(SIGNS));
      await server.startAgain();
    });

    test.each(HARMS)("passages %s: searches and uploads return 503, other collections work", async (harm) => {
      const hurt = named("passages", harm);
      for (const mode of MODES) {
        const { status, body } = await ask(hurt, mode);
        expect([mode, status]).toEqual([mode, 503]);
        expect(body.detail).toMatch(
          new RegExp(`^the passages of the collection "${hurt}" are .*\\.db.*quarry doctor --repair`),
        );
        expect(body.detail).not.toMatch(new RegExp(server.folder.path));
      }
      const upload = await server.api.tryUpload({ collection: hurt, filename: "more.txt", bytes: "more" });
      expect([upload.status, upload.body.detail]).toEqual([503, expect.stringContaining(`"${hurt}"`)]);
      expect((await server.api.documents(hurt)).length).toBe(1);
      await expectOthersWell(hurt);
    });

    test.each(HARMS)("vectors %s: only searches that need them return 503, other collections work", async (harm) => {
      const hurt = named("vectors", harm);
      const isText = harm.includes("text");
      for (const mode of MODES) {
        const { status, body } = await ask(hurt, mode);
        // Keyword search works with damaged vectors. Every mode works with records of which only the text is damaged.
        expect([mode, status]).toEqual([mode, mode === "keyword" || isText ? 200 : 503]);
        if (status !== 200) {
          expect(body.detail).toMatch(new RegExp(`^the vectors of the collection "${hurt}" are .*doctor --repair`));
        }
      }
      await expectOthersWell(hurt);
    });

    test("a stored vector with flipped signs is reported instead of searched", async () => {
      expect((await ask(SIGNS, "semantic")).status).toBe(503);
      await expectOthersWell(SIGNS);
    });
  });

  test("a new collection is searchable, also after a restart", async () => {
    await server.api.createCollection("fresh");
    for (const mode of MODES) expect(await ask("fresh", mode)).toMatchObject({ status: 200, body: { results: [] } });
    await server.restart();
    for (const mode of MODES) expect(await ask("fresh", mode)).toMatchObject({ status: 200, body: { results: [] } });
    await server.api.deleteCollection("fresh");
  });
});
