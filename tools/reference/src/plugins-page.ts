import { readdirSync } from "node:fs";
import type { QuarryPlugin } from "@quarry/plugin";
import type { Schema } from "effect";
import { code, paragraphs } from "./markdown.ts";
import { settingsTable } from "./settings-table.ts";

const PLUGINS = new URL("../../../plugins/", import.meta.url);

const KINDS: readonly (readonly [kind: QuarryPlugin["kind"], title: string])[] = [
  ["vector-store", "Vector stores"],
  ["embedder", "Embedders"],
  ["reranker", "Rerankers"],
  ["parser", "Parsers"],
];

/** Generates a page with every plugin of the repository: its declarations and settings. */
export const pluginsPage = async (): Promise<string> => {
  const plugins = await Promise.all(
    readdirSync(PLUGINS)
      .sort()
      .map(async (folder) => {
        const module = (await import(new URL(`${folder}/src/index.ts`, PLUGINS).href)) as {
          readonly default: QuarryPlugin | readonly QuarryPlugin[];
        };
        return { folder, plugin: [module.default].flat()[0] as QuarryPlugin };
      }),
  );
  return paragraphs(
    "# Plugins",
    "The plugins in the repository, with their capabilities and `settings`. [Configuration](configuration.md) describes how to choose them, [write a plugin](../guides/write-a-plugin.md) how to write one.",
    ...KINDS.flatMap(([kind, title]) => [
      `## ${title}`,
      ...plugins.filter(({ plugin }) => plugin.kind === kind).map(pluginSection),
    ]),
  );
};

const pluginSection = ({ folder, plugin }: { readonly folder: string; readonly plugin: QuarryPlugin }): string =>
  paragraphs(
    `### ${plugin.name}`,
    `${declared(plugin)} More: [its README](../../plugins/${folder}/README.md).`,
    settingsTable(plugin.settings as unknown as Schema.Codec<unknown, unknown>) || "It has no settings.",
  );

const declared = (plugin: QuarryPlugin): string => {
  switch (plugin.kind) {
    case "vector-store": {
      const { maxTopK, maxDimension, sharedBetweenProcesses } = plugin.capabilities;
      const shared = sharedBetweenProcesses
        ? "Several processes can share it."
        : "Only one process at a time can use it.";
      return `Vectors of up to ${maxDimension} dimensions, up to ${maxTopK} hits per search. ${shared}`;
    }
    case "embedder": {
      const { models, otherModels, credential } = plugin.capabilities;
      const names = models.map(({ name, dimension }) => `${code(name)} (${dimension})`).join(", ");
      const others = otherModels ? " Other models are possible, with their dimension." : "";
      const known = names === "" ? "Its models depend on its settings." : `Models and their dimensions: ${names}.`;
      return `${known}${others} ${CREDENTIAL[credential]}`;
    }
    case "reranker": {
      const { models, credential, maxPassages } = plugin.capabilities;
      const known =
        models.length === 0 ? "Its models depend on its settings." : `Models: ${models.map(code).join(", ")}.`;
      return `${known} Up to ${maxPassages} passages per call. ${CREDENTIAL[credential]}`;
    }
    case "parser": {
      const { fileTypes, isolation = "thread" } = plugin.capabilities;
      return `Reads ${fileTypes.map(code).join(", ")}; runs in a ${isolation === "thread" ? "worker thread" : "separate process"}.`;
    }
  }
};

const CREDENTIAL = {
  required: "Needs a key.",
  optional: "Sends a key if the server requires one.",
  none: "Needs no key.",
} as const;
