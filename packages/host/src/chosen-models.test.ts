import { mkdtemp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChosenModels, readChosenModels, writeChosenModels } from "./chosen-models.ts";

let root: string;
let data: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "quarry-chosen-"));
  data = join(root, "data");
});
afterEach(() => rm(root, { recursive: true }));

const chosen = (folder: string): ChosenModels => ({
  embedders: { mine: { plugin: "@quarry/embedder-static", settings: { model: join(folder, "models", "mine") } } },
  rerankers: {},
  defaultEmbedder: "mine",
  use: { name: "mine", state: "moving", collections: ["one"], formerDefault: "local", startedAt: 1_700_000_000_000 },
});

test("without a file no models are chosen", async () => {
  expect(await readChosenModels(data)).toEqual({ embedders: {}, rerankers: {} });
});

test("the chosen models are read as written, and no temporary file remains", async () => {
  await writeChosenModels(data, chosen(data));
  expect(await readChosenModels(data)).toEqual(chosen(data));
  expect(await readdir(join(data, "models"))).toEqual(["chosen.json"]);
});

test("model paths are resolved in a data folder that was moved", async () => {
  await writeChosenModels(data, chosen(data));
  const moved = join(root, "moved");
  await rename(data, moved);
  expect(await readChosenModels(moved)).toEqual(chosen(moved));
});

describe("a damaged file is rejected with its path, the problem and a way to recover", () => {
  const json = JSON.stringify(chosen("/srv"));
  const without = (key: string) => JSON.stringify({ ...(JSON.parse(json) as object), [key]: undefined });
  test.each([
    ["empty", "", /Unexpected end of JSON/],
    ["truncated", json.slice(0, -20), /JSON/],
    ["zeros", "\0".repeat(40), /JSON/],
    ["null", "null", /the file: expected object, got null/],
    ["a list", "[]", /the file: expected object, got an empty array/],
    ["no embedders", without("embedders"), /embedders: expected object/],
    ["invalid embedders", JSON.stringify({ embedders: { mine: 3 }, rerankers: {} }), /embedders\.mine: .*got 3/],
    [
      "a default that is not a string",
      json.replace('"defaultEmbedder":"mine"', '"defaultEmbedder":1'),
      /defaultEmbedder: .*got 1/,
    ],
    ["an unknown state", json.replace('"moving"', '"flying"'), /use\.state: .*got "flying"/],
    ["an invalid selection", json.replace('["one"]', "7"), /use\.collections: .*got 7/],
  ])("%s", async (_, text, problem) => {
    await mkdir(join(data, "models"), { recursive: true });
    await writeFile(join(data, "models", "chosen.json"), text);
    const refused = await readChosenModels(data).then(
      () => undefined,
      (error: { readonly problems: readonly string[] }) => error.problems,
    );
    const path = join(data, "models", "chosen.json");
    expect(refused?.[0]).toMatch(problem);
    expect(refused?.[0]).toContain(`${path}: can't be read: `);
    expect(refused?.at(-1)).toContain(`restore ${path} from a backup, or remove it`);
  });
});
