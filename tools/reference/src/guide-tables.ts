import { readFileSync } from "node:fs";
import { JOB_KINDS } from "@quarry/catalog";
import { KNOWN_MODELS, KNOWN_RECOGNISERS } from "@quarry/onnx/files";
import {
  PARSER_LIMIT_SETTINGS,
  type ParserLimitSetting,
  PLUGIN_TIMEOUT_SETTINGS,
  type PluginTimeoutSetting,
  type Setting,
  SETTINGS,
} from "@quarry/host";
import { CALLS } from "@quarry/openai";
import { formatText } from "@quarry/format";
import { code, table } from "./markdown.ts";
import { metricsTable } from "./metrics-table.ts";

/** Generated tables within written pages, between `<!-- name:start -->` and `<!-- name:end -->`. */
const TABLES: Readonly<Record<string, { readonly page: string; readonly table: () => string }>> = {
  settings: {
    page: "README.md",
    table: () =>
      table(
        ["Variable", "Default", "Description"],
        (Object.values(SETTINGS) as readonly Setting<unknown>[]).map(({ variable, defaultText, description }) => [
          code(variable),
          defaultText === undefined ? "" : code(defaultText),
          description,
        ]),
      ),
  },
  limits: {
    page: "docs/guides/parsing.md",
    table: () =>
      limitsTable(PARSER_LIMIT_SETTINGS.map((limit: ParserLimitSetting) => ({ ...limit, value: limit.defaultValue }))),
  },
  timeouts: {
    page: "docs/guides/plugins.md",
    table: () =>
      limitsTable(
        PLUGIN_TIMEOUT_SETTINGS.map((limit: PluginTimeoutSetting) => ({ ...limit, value: limit.defaultSeconds })),
      ),
  },
  "job-kinds": {
    page: "docs/guides/jobs.md",
    table: () =>
      table(
        ["`kind`", "Description"],
        Object.entries(JOB_KINDS).map(([kind, { does }]) => [code(kind), does]),
      ),
  },
  models: {
    page: "docs/guides/local-models.md",
    table: () =>
      table(
        ["Name", "Kind", "Languages", "Size", "Licence", "As published"],
        [
          ...KNOWN_MODELS.map((model) => ({ ...model, kind: model.section === "embedders" ? "embedder" : "reranker" })),
          ...KNOWN_RECOGNISERS.map((model) => ({ ...model, kind: "text recognition" })),
        ].map(({ name, kind, languages, megabytes, licence, published }) => [
          code(name),
          kind,
          languages,
          `${megabytes} MB`,
          licence,
          published,
        ]),
      ),
  },
  "openai-calls": {
    page: "docs/guides/openai.md",
    table: () =>
      table(
        ["Call", "Route", "Differences"],
        Object.entries(CALLS).map(([route, { call, differs }]) => [
          call.split(", ").map(code).join(", "),
          code(route),
          differs,
        ]),
      ),
  },
  metrics: {
    page: "docs/guides/monitoring.md",
    table: metricsTable,
  },
};

const limitsTable = (
  limits: readonly { readonly name: string; readonly value: number; readonly description: string }[],
): string =>
  table(
    ["Limit", "Default", "Description"],
    limits.map(({ name, value, description }) => [code(name), value.toLocaleString("en"), description]),
  );

const ROOT = new URL("../../../", import.meta.url);

/** Returns the files with generated tables, and their up-to-date texts. */
export const pagesWithTables = (): Promise<readonly { readonly file: URL; readonly text: string }[]> =>
  Promise.all(
    Object.entries(TABLES).map(async ([name, entry]) => {
      const file = new URL(entry.page, ROOT);
      const [before, rest = ""] = readFileSync(file, "utf8").split(`<!-- ${name}:start -->`);
      const after = rest.split(`<!-- ${name}:end -->`)[1];
      if (after === undefined) throw new Error(`${entry.page}: must have markers for the table "${name}"`);
      const text = `${before}<!-- ${name}:start -->\n\n${entry.table()}\n\n<!-- ${name}:end -->${after}`;
      return { file, text: await formatText(entry.page, text) };
    }),
  );
