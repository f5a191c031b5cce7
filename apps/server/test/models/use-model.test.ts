import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PermissionDeniedError } from "@quarry/client";
import { KNOWN_RECOGNISERS } from "@quarry/onnx/files";
import { writeTinyModel } from "@quarry/onnx/testing";
import { describe, expect, test } from "vitest";
import { startCli } from "../cli/cli.ts";
import { useFolder } from "../cli/cli-world.ts";
import { runCli } from "../cli/hosted-cli.ts";
import { useModelHub } from "../cli/model-hub.ts";
import { clientOf } from "../client/transports.ts";
import type { Api } from "../harness/api.ts";
import { DataFolder } from "../harness/data-folder.ts";
import type { QueryAnswer } from "../harness/resources.ts";
import { launch, TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { DIMENSION, POTION, tokenizer, weights } from "./tiny-static-model.ts";

const hub = await useModelHub();
hub.files.set(`${POTION}/tokenizer.json`, tokenizer);
hub.files.set(`${POTION}/model.safetensors`, weights);
const root = useFolder();

const NAME = "potion-base-8m";
const MODELS = "/v1/admin/models";

interface Use {
  readonly name: string;
  readonly state: string;
  readonly progress: number;
  readonly detail: string;
  readonly error: string | null;
  readonly cost: Readonly<Record<string, number>> | null;
  readonly warnings: readonly string[];
  readonly done_count: number;
  readonly total_count: number;
  readonly problems: readonly string[];
}

interface Listed {
  readonly models: readonly {
    readonly name: string;
    readonly kind?: string;
    readonly is_present: boolean;
    readonly is_loaded: boolean;
    readonly is_default: boolean;
  }[];
  readonly use?: Use;
}

interface Configuration {
  readonly sections: readonly { readonly name: string; readonly is_changed: boolean; readonly content: object }[];
}

const start = (environment: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  TestServer.start({ HF_ENDPOINT: hub.url, ...environment });

const listed = (api: Api) => api.expect<Listed>(200, "GET", MODELS);
const modelIn = async (api: Api, name = NAME) => (await listed(api)).models.find((model) => model.name === name);
const prepare = (api: Api, json: object, name = NAME) => api.call<Use>("POST", `${MODELS}/${name}/prepare`, { json });
const use = (api: Api, name = NAME) => api.call<Use>("POST", `${MODELS}/${name}/use`);

/** Waits until the use is in one of these states and returns it. */
const reaches = (api: Api, ...states: readonly string[]): Promise<Use> =>
  until(`the use of a model to be ${states.join(" or ")}`, async () => {
    const found = (await listed(api)).use;
    if (found?.state === "failed" && !states.includes("failed")) throw new Error(`it failed: ${found.error}`);
    return found !== undefined && states.includes(found.state) ? found : undefined;
  });

const PASSAGES = ["The warranty covers the pump.", "The glacier moves downhill."];

const collectionWith = async (api: Api, name: string, texts: readonly string[]): Promise<void> => {
  await api.createCollection(name);
  for (const bytes of texts) await api.ingest({ collection: name, filename: `${bytes.length}.txt`, bytes });
};

const embedderOf = async (api: Api, collection: string): Promise<string> =>
  (await api.expect<{ embedding_provider: string }>(200, "GET", `/v1/collections/${collection}`)).embedding_provider;

const nearest = async (api: Api, collection: string): Promise<string | undefined> => {
  const { results } = await api.expect<QueryAnswer>(200, "POST", `/v1/collections/${collection}/query`, {
    json: { query: "warranty of the pump", search_mode: "semantic" },
  });
  return results[0]?.text;
};

const expectReranked = async (api: Api, collection: string): Promise<void> => {
  const json = { query: "warranty of the pump" };
  const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
  expect([answer.status, answer.headers.get("x-rerank-status")]).toEqual([200, "applied"]);
};

test("a known model is fetched, measured, made the default without a restart, and rolled back", async () => {
  const server = await start();
  try {
    const { api } = server;
    await collectionWith(api, "manuals", PASSAGES);
    await collectionWith(api, "handbuch", ["Die Garantie wird für die Pump nicht von dem Händler gegeben."]);
    await collectionWith(api, "others", PASSAGES);
    expect(await modelIn(api)).toMatchObject({ kind: "embedder", is_present: false, is_loaded: false });

    expect((await prepare(api, { collections: ["manuals", "handbuch"] })).status).toBe(202);
    const prepared = await reaches(api, "prepared");
    expect(prepared.cost).toMatchObject({ collections: 2, documents: 3, passages: 3, disk_bytes: 3 * DIMENSION * 4 });
    expect(prepared.cost?.["passages_per_second"]).toBeGreaterThan(0);
    expect(prepared.warnings).toEqual([expect.stringMatching(/English only.*: handbuch$/)]);
    expect(await modelIn(api)).toMatchObject({ is_present: true, is_loaded: true, is_default: false });
    expect(await embedderOf(api, "manuals")).toBe("local");

    expect((await use(api)).status).toBe(202);
    const done = await reaches(api, "done");
    expect(done).toMatchObject({ done_count: 2, total_count: 2, problems: [], progress: 100, error: null });
    expect(await Promise.all(["manuals", "handbuch", "others"].map((name) => embedderOf(api, name)))).toEqual([
      NAME,
      NAME,
      "local",
    ]);
    expect(await nearest(api, "manuals")).toBe(PASSAGES[0]);
    await collectionWith(api, "later", PASSAGES);
    expect(await embedderOf(api, "later")).toBe(NAME);
    const { sections } = await api.expect<Configuration>(200, "GET", "/v1/admin/config");
    const section = (name: string) => sections.find((one) => one.name === name);
    expect(section("defaultEmbedder")).toMatchObject({ is_changed: true, content: { defaultEmbedder: NAME } });
    expect(section("embedders")?.content).toMatchObject({
      embedders: { [NAME]: { plugin: "@quarry/embedder-static", settings: { modelName: "potion-base-8M" } } },
    });

    // The chosen model survives a restart.
    await server.restart();
    expect(await modelIn(server.api)).toMatchObject({ is_loaded: true, is_default: true });
    expect(await nearest(server.api, "manuals")).toBe(PASSAGES[0]);
    expect(await nearest(server.api, "later")).toBe(PASSAGES[0]);

    await server.api.expect(202, "POST", `${MODELS}/rollback`);
    expect(await reaches(server.api, "rolled_back")).toMatchObject({ problems: [] });
    expect(await embedderOf(server.api, "manuals")).toBe("local");
    expect(await modelIn(server.api)).toMatchObject({ is_loaded: true, is_default: false });
    await server.api.expect(409, "POST", `${MODELS}/rollback`);
  } finally {
    await server.dispose();
  }
});

test("all collections are moved, and a move interrupted by a stop resumes at the next start", async () => {
  const server = await start();
  try {
    await collectionWith(server.api, "one", PASSAGES);
    await collectionWith(server.api, "two", PASSAGES);
    await server.api.createCollection("vectors", { embedding_provider: "none", dimension: 4 });
    await prepare(server.api, {});
    await reaches(server.api, "prepared");
    await use(server.api);
    await reaches(server.api, "done");
    await server.stop();
    // File as left by a stop in the middle of a move.
    const file = join(server.folder.path, "models", "chosen.json");
    const chosen = JSON.parse(await readFile(file, "utf8")) as { readonly use: object };
    await writeFile(file, JSON.stringify({ ...chosen, use: { ...chosen.use, state: "moving", collections: "all" } }));
    await server.startAgain();
    expect(await reaches(server.api, "done")).toMatchObject({ total_count: 2, done_count: 2, problems: [] });
    expect(await embedderOf(server.api, "one")).toBe(NAME);
    expect(await embedderOf(server.api, "two")).toBe(NAME);
    expect(await embedderOf(server.api, "vectors")).toBe("none");
  } finally {
    await server.dispose();
  }
});

test("only one use runs at a time; it can be cancelled, and its fetch resumes", async () => {
  const server = await start();
  try {
    const { api } = server;
    Object.assign(hub.faults, { stopAfter: weights.length - 100, ends: false });
    await prepare(api, {});
    const again = await prepare(api, {});
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("it is fetching")]);
    expect((await use(api)).status).toBe(409);
    // Checks the file name too: the progress of the previous file also reaches 100.
    await until("most of the weights to be there", async () => {
      const { detail = "", progress = 0 } = (await listed(api)).use ?? {};
      return detail === "model.safetensors" && progress > 90 ? progress : undefined;
    });
    expect(await api.expect<Use>(200, "POST", `${MODELS}/cancel`)).toMatchObject({ state: "cancelled" });
    await api.expect(409, "POST", `${MODELS}/cancel`);
    expect(await modelIn(api)).toMatchObject({ is_loaded: false });
    await prepare(api, {});
    await reaches(api, "prepared");
    expect(hub.asked.at(-1)).toBe(`GET /store/${POTION}/model.safetensors bytes=${weights.length - 100}-`);
    // After a kill, a model that was loaded and not used is still loaded, but must be prepared again.
    await server.kill();
    await server.startAgain();
    expect(await modelIn(server.api)).toMatchObject({ is_loaded: true, is_default: false });
    expect((await use(server.api)).text).toContain("prepare it first");
  } finally {
    await server.dispose();
  }
});

test("a failed fetch reports the reason and changes nothing", async () => {
  const server = await start({ HF_ENDPOINT: "http://127.0.0.1:1" });
  try {
    await prepare(server.api, {});
    const failed = await reaches(server.api, "failed");
    expect(failed.error).toContain("http://127.0.0.1:1 can't be reached");
    expect((await use(server.api)).status).toBe(409);
    await server.restart();
    expect(await modelIn(server.api)).toMatchObject({ is_loaded: false, is_default: false });
  } finally {
    await server.dispose();
  }
});

describe("a model request", () => {
  test("accepts only the name of a known model, never a path or an address", async () => {
    const server = await start();
    try {
      const { api } = server;
      for (const name of ["nonsense", "..%2F..%2Fetc", "http%3A%2F%2F127.0.0.1", "%2Ftmp"]) {
        const answer = await prepare(api, {}, name);
        expect([name, answer.status]).toEqual([name, 404]);
      }
      expect((await prepare(api, { collections: ["nowhere"] })).status).toBe(404);
      expect((await prepare(api, { collections: ["nowhere"], all: true })).status).toBe(400);
      expect((await prepare(api, {}, "provider_a")).status).toBe(400);
      expect((await use(api)).status).toBe(409);
      expect(hub.asked).toEqual([]);
    } finally {
      await server.dispose();
    }
  });

  test("for a text recognizer is rejected with the command and the setting to use", async () => {
    const server = await start();
    try {
      const [{ name } = { name: "" }] = KNOWN_RECOGNISERS;
      const { status, body } = await prepare(server.api, {}, name);
      const { detail } = body as unknown as { readonly detail: string };
      expect(status).toBe(400);
      for (const part of [`name: "${name}"`, `quarry models add ${name}`, 'recognition.engine to "ppocr"', NAME])
        expect(detail).toContain(part);
      const environment = { QUARRY_URL: server.api.address, QUARRY_API_KEY: server.secret };
      expect(await runCli(["models", "use", name], { environment })).toEqual({
        code: 2,
        stdout: "",
        stderr: `quarry: ${detail}\n`,
      });
      expect((await listed(server.api)).use).toBeUndefined();
    } finally {
      await server.dispose();
    }
  });

  test("requires an admin key that is not limited to collections, over every protocol", async () => {
    const server = await start();
    try {
      const { api } = server;
      await api.createCollection("mine");
      const keyOf = async (json: object) =>
        (await api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json })).key;
      const writer = await keyOf({ name: "writer", scope: "write" });
      const limited = await keyOf({ name: "limited", scope: "admin", collections: ["mine"] });
      for (const token of [writer, limited]) {
        const calls = [
          await api.call("GET", MODELS, { token }),
          await api.call("POST", `${MODELS}/${NAME}/prepare`, { token, json: { collections: ["mine"] } }),
          await api.call("POST", `${MODELS}/${NAME}/use`, { token }),
          await api.call("POST", `${MODELS}/cancel`, { token }),
          await api.call("POST", `${MODELS}/rollback`, { token }),
        ];
        expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
        for (const transport of ["Connect over fetch", "gRPC over HTTP/2"] as const) {
          using client = clientOf(transport, api.address, { apiKey: token });
          const refused = [
            client.models.listModels({}),
            client.models.prepareModel({ name: NAME, collections: ["mine"] }),
            client.models.useModel({ name: NAME }),
            client.models.cancelModelUse({}),
            client.models.rollBackModelUse({}),
          ];
          for (const call of refused) await expect(call, transport).rejects.toBeInstanceOf(PermissionDeniedError);
        }
      }
    } finally {
      await server.dispose();
    }
  });
});

test("a folder in the models folder is available as a model under its name", async () => {
  const folder = await DataFolder.make();
  await mkdir(folder.file("models", "mine"), { recursive: true });
  await writeFile(folder.file("models", "mine", "tokenizer.json"), tokenizer);
  await writeFile(folder.file("models", "mine", "model.safetensors"), weights);
  const server = await TestServer.start({}, folder);
  try {
    expect(await modelIn(server.api, "mine")).toEqual({
      ...{ name: "mine", languages: "", licence: "", megabytes: 0 },
      ...{ is_present: true, is_loaded: false, is_default: false },
    });
    await prepare(server.api, {}, "mine");
    await reaches(server.api, "prepared");
    await use(server.api, "mine");
    await reaches(server.api, "done");
    expect(await modelIn(server.api, "mine")).toMatchObject({ kind: "embedder", is_default: true });
  } finally {
    await server.dispose();
  }
});

test("a reranker is loaded, and collections rerank with it", async () => {
  const folder = await DataFolder.make();
  await writeTinyModel(folder.file("models", "cross"), { kind: "reranker" });
  const server = await TestServer.start({}, folder);
  try {
    const { api } = server;
    await collectionWith(api, "manuals", PASSAGES);
    await prepare(api, { all: true }, "cross");
    expect((await reaches(api, "prepared")).cost).toMatchObject({ passages: 2, seconds: 0, disk_bytes: 0 });
    await use(api, "cross");
    expect(await reaches(api, "done")).toMatchObject({ done_count: 1, problems: [] });
    expect(await api.expect(200, "GET", "/v1/collections/manuals")).toMatchObject({
      embedding_provider: "local",
      reranking_enabled: true,
      reranking_model: "cross",
    });
    await api.expect(409, "POST", `${MODELS}/rollback`);
    await server.restart();
    expect(await modelIn(server.api, "cross")).toMatchObject({ kind: "reranker", is_loaded: true });
    await expectReranked(server.api, "manuals");
    await collectionWith(server.api, "letters", PASSAGES);
    const used = await startCli(["models", "use", "cross", "letters", "--yes"], {
      environment: { QUARRY_URL: server.api.address, QUARRY_API_KEY: server.secret },
    }).ended;
    expect([used.code, used.stderr]).toEqual([0, expect.stringContaining("cross: done, 1 collection")]);
    await expectReranked(server.api, "letters");
  } finally {
    await server.dispose();
  }
});

describe("SERVICE_EMBEDDER", () => {
  test("is fetched at the first start, and is the default until another model is chosen", async () => {
    const server = await start({ SERVICE_EMBEDDER: NAME });
    try {
      await collectionWith(server.api, "first", PASSAGES);
      expect(await embedderOf(server.api, "first")).toBe(NAME);
      expect(await nearest(server.api, "first")).toBe(PASSAGES[0]);
      await prepare(server.api, {}, "local");
      await reaches(server.api, "prepared");
      await use(server.api, "local");
      await reaches(server.api, "done");
      await server.restart();
      await collectionWith(server.api, "second", PASSAGES);
      expect(await embedderOf(server.api, "second")).toBe("local");
      expect(await nearest(server.api, "first")).toBe(PASSAGES[0]);
    } finally {
      await server.dispose();
    }
  });

  test.each([
    ["nonsense", /SERVICE_EMBEDDER: "nonsense" is neither a folder/],
    [
      "ppocr-v6-small",
      /SERVICE_EMBEDDER: "ppocr-v6-small" recognises text in images: quarry models add ppocr-v6-small/,
    ],
  ])("prevents the start if it is %s", async (name, reason) => {
    const folder = await DataFolder.make();
    const child = launch({ SERVICE_EMBEDDER: name }, folder);
    const ended = await child.ended();
    expect([ended.code, child.stderr]).toEqual([1, expect.stringMatching(reason)]);
    await folder.remove();
  });
});

test("a damaged chosen.json prevents the start; the error has its path and a remedy", async () => {
  const folder = await DataFolder.make();
  await mkdir(folder.file("models"));
  await writeFile(folder.file("models", "chosen.json"), '{"embedders":{');
  const child = launch({}, folder);
  const ended = await child.ended();
  expect([ended.code, child.stderr]).toEqual([
    1,
    expect.stringMatching(
      /can't start:\n {2}\S+chosen\.json: can't be read: [^]*restore \S+chosen\.json from a backup/,
    ),
  ]);
  await folder.remove();
});

test("quarry models use prepares and applies a model in one command, and models rollback reverts it", async () => {
  const server = await start();
  try {
    const { api } = server;
    await collectionWith(api, "manuals", PASSAGES);
    const environment = { QUARRY_URL: api.address, QUARRY_API_KEY: server.secret };
    const quarry = (...words: readonly string[]) =>
      startCli(["models", ...words], { environment, directory: root }).ended;
    const requested = await quarry("use", NAME, "manuals");
    expect(requested.code).toBe(1);
    expect(requested.stderr).toMatch(
      /chunks per second on the service's machine\n1 collection, 2 documents, 2 passages: less/,
    );
    expect(await embedderOf(api, "manuals")).toBe("local");
    const used = await quarry("use", NAME, "manuals", "--yes");
    expect(used.code, used.stderr).toBe(0);
    expect(used.stderr).toContain(`${NAME}: done, 1 collection`);
    expect(await embedderOf(api, "manuals")).toBe(NAME);
    const back = await quarry("rollback");
    expect(back.code, back.stderr).toBe(0);
    expect(await embedderOf(api, "manuals")).toBe("local");
    const cancelled = await quarry("cancel");
    expect([cancelled.code, cancelled.stderr]).toEqual([1, expect.stringContaining("no use of a model is under way")]);
  } finally {
    await server.dispose();
  }
});

test("quarry models use copies a local folder into the data folder and makes it the default", async () => {
  const server = await TestServer.start();
  try {
    await mkdir(join(root, "Own"));
    await writeFile(join(root, "Own", "tokenizer.json"), tokenizer);
    await writeFile(join(root, "Own", "model.safetensors"), weights);
    const environment = {
      QUARRY_URL: server.api.address,
      QUARRY_API_KEY: server.secret,
      SERVICE_DATA_DIR: server.folder.path,
    };
    const used = await startCli(["models", "use", "./Own", "--yes"], { environment, directory: root }).ended;
    expect(used.code, used.stderr).toBe(0);
    expect(await modelIn(server.api, "own")).toMatchObject({ is_present: true, is_default: true });
  } finally {
    await server.dispose();
  }
});
