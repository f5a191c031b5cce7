import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Configuration, loadPlugin, type PluginChoice, type PluginSource, readConfiguration } from "@quarry/host";
import { afterAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SERVER = join(ROOT, "apps/server/src");
const folder = mkdtempSync(join(tmpdir(), "quarry-docs-"));
const SOURCE: PluginSource = { baseDirectory: folder, searchFrom: [SERVER] };
afterAll(() => rmSync(folder, { recursive: true }));

/** Minimal configuration. */
const DEFAULTS: Configuration = {
  vectorStore: { plugin: "@quarry/vector-embedded" },
  embedders: { local: { plugin: "@quarry/embedder-local" } },
  defaultEmbedder: "local",
  rerankers: {},
  parsers: {},
};

const pages = [
  ...readdirSync(join(ROOT, "docs/guides")).map((page) => join("docs/guides", page)),
  ...readdirSync(join(ROOT, "plugins"))
    .map((plugin) => join("plugins", plugin, "README.md"))
    .filter((page) => existsSync(join(ROOT, page))),
];

const configurations = pages.flatMap((page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  // Fills in a digest that the documentation leaves to the reader.
  const blocks = [...text.matchAll(/^```jsonc\n([\s\S]*?)^```/gm)].map((match) =>
    match[1]!.replaceAll("<64 hex digits>", "0".repeat(64)),
  );
  return blocks.map((block, index) => [`${page} ${index + 1}`, block] as const);
});

test.each(configurations)("the config in %s is valid, plugin settings included", async (_, text) => {
  const file = join(folder, "quarry.config.jsonc");
  writeFileSync(file, text);
  const configuration = await readConfiguration(file, DEFAULTS);
  const load = (kind: Parameters<typeof loadPlugin>[0], choices: Readonly<Record<string, PluginChoice>>) =>
    Promise.all(Object.entries(choices).map(([name, choice]) => loadPlugin(kind, choice, name, SOURCE)));
  await load("vector-store", { vectorStore: configuration.vectorStore });
  await load("embedder", configuration.embedders);
  await load("reranker", configuration.rerankers);
  await load("parser", configuration.parsers);
});

test("the pages contain more than five configs", () => expect(configurations.length).toBeGreaterThan(5));
