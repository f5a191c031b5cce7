import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeTinyModel } from "@quarry/onnx/testing";
import { describe, expect, test } from "vitest";
import type { QueryAnswer } from "../harness/resources.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { type CliOptions, type Ended, startCli } from "./cli.ts";
import { useFolder } from "./cli-world.ts";
import { runCli } from "./hosted-cli.ts";
import { useModelHub } from "./model-hub.ts";
import { DIMENSION, POTION, tokenizer, weights } from "../models/tiny-static-model.ts";

const root = useFolder();
const hub = await useModelHub();
let number = 0;

/** Creates a working directory. */
const newFolder = async (): Promise<string> => {
  const folder = join(root, `${(number += 1)}`);
  await mkdir(folder);
  return folder;
};

const standing = (directory: string, environment: Readonly<Record<string, string>> = {}): CliOptions => ({
  directory,
  environment: { HF_ENDPOINT: hub.url, SERVICE_DATA_DIR: join(directory, "data"), ...environment },
});
const models = (directory: string, words: readonly string[], environment?: Readonly<Record<string, string>>) =>
  runCli(["models", ...words], standing(directory, environment));

hub.files.set(`${POTION}/tokenizer.json`, tokenizer);
hub.files.set(`${POTION}/model.safetensors`, weights);

const configOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "quarry.config.json"), "utf8")) as {
    readonly embedders: Readonly<Record<string, { readonly settings: Readonly<Record<string, unknown>> }>>;
    readonly rerankers: Readonly<Record<string, unknown>>;
  };

const expectEnd = (ended: Ended, code: number, message: string | RegExp) => {
  expect(ended.stderr).toMatch(message);
  expect(ended.code, ended.stderr).toBe(code);
};

test("the known models are listed without a service", async () => {
  const folder = await newFolder();
  const { code, stdout } = await models(folder, ["list", "--known"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^all-minilm-l6-v2 +embedder +24 MB +English +Apache-2\.0 /m);
  expect(stdout).toMatch(/^ppocr-v6-small +text recognition +31 MB +in Latin letters, Chinese, Japanese +Apache-2\.0/m);
});

describe("a known model", () => {
  test("is fetched once, verified by the hub's hash, added to the config, and used for search", async () => {
    const folder = await newFolder();
    const first = await models(folder, ["add", "potion-base-8m", "--yes"]);
    expectEnd(first, 0, "model.safetensors: downloaded, matches the hub's hash");
    expect(first.stderr).toContain(
      "quarry models change <collections...> --embedder potion-base-8m --model potion-base-8M",
    );
    const place = join(folder, "data", "models", "potion-base-8m");
    expect((await readdir(place)).sort()).toEqual(["model.safetensors", "quarry-model.json", "tokenizer.json"]);
    expect(JSON.parse(await readFile(join(place, "quarry-model.json"), "utf8"))).toMatchObject({
      files: { "model.safetensors": { known: "hub", from: expect.stringMatching(/\/resolve\/0123456789abcdef/) } },
    });

    const requested = hub.asked.length;
    expectEnd(await models(folder, ["add", "potion-base-8m", "--yes"]), 0, "is already in embedders");
    expect(hub.asked).toHaveLength(requested);

    const server = await TestServer.start({ SERVICE_CONFIG: join(folder, "quarry.config.json") });
    try {
      const { api } = server;
      await api.createCollection("tiny", { embedding_provider: "potion-base-8m", embedding_model: "potion-base-8M" });
      for (const text of ["The warranty covers the pump.", "The glacier moves downhill."])
        await api.ingest({ collection: "tiny", filename: `${text.length}.txt`, bytes: text });
      const { results } = await api.expect<QueryAnswer>(200, "POST", "/v1/collections/tiny/query", {
        json: { query: "warranty of the pump", search_mode: "semantic" },
      });
      expect(results[0]?.text).toBe("The warranty covers the pump.");
    } finally {
      await server.dispose();
    }
  });

  test("is downloaded from where it was interrupted", async () => {
    const folder = await newFolder();
    const place = join(folder, "data", "models", "potion-base-8m");
    const stopAfter = weights.length - 100;
    Object.assign(hub.faults, { stopAfter, ends: false });
    const running = startCli(["models", "add", "potion-base-8m", "--yes"], standing(folder));
    await until("most of the file to be there", async () => {
      const names = existsSync(place) ? await readdir(place) : [];
      const part = names.find((name) => /^model\.safetensors\..*\.part$/.test(name));
      return part !== undefined && (await stat(join(place, part))).size === stopAfter ? part : undefined;
    });
    running.interrupt();
    expectEnd(await running.ended, 130, "interrupted");
    expect(existsSync(join(folder, "quarry.config.json"))).toBe(false);
    expectEnd(await models(folder, ["add", "potion-base-8m", "--yes"]), 0, "tokenizer.json: present");
    expect(hub.asked.at(-1)).toBe(`GET /store/${POTION}/model.safetensors bytes=${stopAfter}-`);
    expect(await readFile(join(place, "model.safetensors"))).toEqual(weights);
  });

  test("is fetched by the same command after the connection broke", async () => {
    const folder = await newFolder();
    hub.faults.stopAfter = weights.length - 100;
    expectEnd(await models(folder, ["add", "potion-base-8m", "--yes"]), 5, "the next attempt resumes it");
    expectEnd(await models(folder, ["add", "potion-base-8m", "--yes"]), 0, "matches the hub's hash");
  });

  test("is rejected if its hash differs from the hub's or from the one that Quarry knows", async () => {
    const folder = await newFolder();
    hub.faults.etag = "0".repeat(64);
    expectEnd(await models(folder, ["add", "potion-base-8m", "--to", "p"]), 1, `the hub declares ${"0".repeat(64)}`);
    expect(await readdir(join(folder, "p"))).toEqual([]);
    hub.faults.etag = undefined;
    hub.files.set("sentence-transformers/all-MiniLM-L6-v2/config.json", Buffer.from("{}"));
    expectEnd(
      await models(folder, ["add", "all-minilm-l6-v2", "--to", "m"]),
      1,
      /has the SHA-256 44136fa3\w+, not the known 953f9c0d/,
    );
    expect(await readdir(join(folder, "m"))).toEqual([]);
  });

  test("is rejected if a file is far too large", async () => {
    const folder = await newFolder();
    hub.files.set("Xenova/ms-marco-MiniLM-L-6-v2/config.json", Buffer.alloc(60_000_000));
    const ended = await models(folder, ["add", "ms-marco-minilm-l6-v2"]);
    expectEnd(ended, 1, "has 60000000 bytes; the limit for this model is 48000000");
    expect(hub.asked.filter((request) => request.startsWith("GET"))).toEqual([]);
  });

  test("is added from copied files without a hub; the first attempt lists the files to copy", async () => {
    const folder = await newFolder();
    const without = { HF_ENDPOINT: "http://127.0.0.1:1" };
    const away = await models(folder, ["add", "potion-base-8m", "--yes"], without);
    expectEnd(away, 5, "http://127.0.0.1:1 can't be reached");
    const copies = [...away.stderr.matchAll(/^ +(http\S+)\n +as (\S+)$/gm)].map(([, url, path]) => ({
      url: url!,
      path: path!,
    }));
    expect(copies).toHaveLength(2);
    for (const { url, path } of copies)
      await writeFile(path, hub.files.get(url.replace(`${without.HF_ENDPOINT}/`, "").replace("resolve/main/", ""))!);
    const added = await models(folder, ["add", "potion-base-8m", "--yes"], without);
    expectEnd(added, 0, "present, its hash was unknown: it is recorded, and verified from now on");
    expect((await configOf(folder)).embedders["potion-base-8m"]?.settings["dimension"]).toBe(DIMENSION);
    await writeFile(copies[0]!.path, "{}");
    expectEnd(
      await models(folder, ["add", "potion-base-8m"], without),
      2,
      "it was changed, or belongs to another version",
    );
  });
});

describe("the config file", () => {
  const add = (folder: string, ...words: readonly string[]) =>
    models(folder, ["add", "potion-base-8m", ...words], { SERVICE_CONFIG: "own.jsonc" });

  /** Marks the position at which the entry is inserted. */
  const CUT = "<here>";

  test.each([
    [
      "with comments",
      `// Ours.\n{\n  "embedders": { // of this machine${CUT}\n    "local": { "plugin": "@quarry/embedder-local" }, // the first\n  },\n}\n`,
    ],
    ["with other sections", `{${CUT}\n  "defaultEmbedder": "local"\n}\n`],
    ["on one line", `{ "embedders": {${CUT} "local": { "plugin": "@quarry/embedder-local" } } }`],
    ["with an empty section", `{ "embedders": {${CUT}} }`],
    ["as an empty object", `{${CUT}}`],
  ])("retains its content when a model is added, %s", async (_, retained) => {
    const folder = await newFolder();
    const file = join(folder, "own.jsonc");
    await writeFile(file, retained.replace(CUT, ""));
    expectEnd(await add(folder), 1, "nothing was written to");
    expect(await readFile(file, "utf8")).not.toContain("potion");
    expectEnd(await add(folder, "--yes"), 0, "Next, restart the service");
    const text = await readFile(file, "utf8");
    expect(text).toContain('"plugin": "@quarry/embedder-static"');
    // The existing text is unchanged.
    const [before, after] = retained.split(CUT);
    expect(text.startsWith(before!) && text.endsWith(after!), text).toBe(true);
    expect((await runCli(["config", "check", file], { directory: folder })).code).toBe(0);
  });

  test.each([
    ["is not valid JSON", "{", "is not JSON"],
    [
      "already has a problem",
      '{ "embedders": { "odd": { "plugin": "@quarry/embedder-static" } } }',
      "would be invalid: embedders.odd",
    ],
    [
      "has another model of that name",
      '{ "embedders": { "potion-base-8m": { "plugin": "./other.mjs" } } }',
      "use --as for another name",
    ],
  ])("is left unchanged if it %s", async (_, text, message) => {
    const folder = await newFolder();
    await writeFile(join(folder, "own.jsonc"), text);
    expectEnd(await add(folder, "--yes"), 2, message);
    expect(await readFile(join(folder, "own.jsonc"), "utf8")).toBe(text);
  });
});

describe("a model folder", () => {
  test("is added in place, with settings derived from its files", async () => {
    const folder = await newFolder();
    await writeTinyModel(join(folder, "Tiny"), { kind: "embedder", file: "onnx/model_int8.onnx" });
    await mkdir(join(folder, "Tiny", "1_Pooling"));
    await writeFile(join(folder, "Tiny", "1_Pooling", "config.json"), '{ "pooling_mode_cls_token": true }');
    await writeTinyModel(join(folder, "cross"), { kind: "reranker" });
    await mkdir(join(folder, "static"));
    await writeFile(join(folder, "static", "tokenizer.json"), tokenizer);
    await writeFile(join(folder, "static", "model.safetensors"), weights);
    for (const name of ["Tiny", "cross", "static"])
      expectEnd(await models(folder, ["add", `./${name}`, "--yes"]), 0, "Next, ");
    expect(await configOf(folder)).toEqual({
      embedders: {
        tiny: {
          plugin: "@quarry/embedder-onnx",
          settings: { model: join(folder, "Tiny"), modelName: "Tiny", dimension: 64, dtype: "int8", pooling: "cls" },
        },
        static: {
          plugin: "@quarry/embedder-static",
          settings: { model: join(folder, "static"), modelName: "static", dimension: DIMENSION },
        },
      },
      rerankers: {
        cross: {
          plugin: "@quarry/reranker-onnx",
          settings: { model: join(folder, "cross"), modelName: "cross", dtype: "fp32" },
        },
      },
    });
    await writeFile(join(folder, "cross", "tokenizer.json"), "{}");
    expectEnd(await models(folder, ["add", "./cross"]), 2, "quarry-model.json recorded at the download");
  });

  test("without a model is rejected, as is an unknown model name", async () => {
    const folder = await newFolder();
    expectEnd(await models(folder, ["add", "."]), 2, "contains no supported model");
    expectEnd(
      await models(folder, ["add", "nonsense"]),
      2,
      '"nonsense" is neither a folder nor a known model: all-minilm-l6-v2',
    );
    await writeFile(join(folder, "model.safetensors"), "short");
    await writeFile(join(folder, "tokenizer.json"), "{}");
    expectEnd(await models(folder, ["add", "."]), 2, "contains no table of token vectors");
  });
});
