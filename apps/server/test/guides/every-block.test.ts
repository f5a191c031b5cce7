import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Block, blocksOf, ROOT } from "./blocks.ts";

/** Blocks of each page that a test runs, with the test. tools/docs-check reads the configurations of every page. */
const RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "quickstart.md": { sh: "shell-guides", ts: "shell-guides" },
  "guides/access-keys.md": { sh: "shell-guides", jsonc: "programs" },
  "guides/ai-sdk.md": { ts: "../integrations/javascript" },
  "guides/backup.md": { sh: "shell-guides" },
  "guides/changing-models.md": { sh: "shell-guides" },
  "guides/cli.md": { sh: "../cli/guide" },
  "guides/client-tasks.md": {
    ...Object.fromEntries(["sh", "ts", "python"].map((language) => [language, "../languages/python-client.services"])),
    go: "../languages/go-client.services",
  },
  "guides/clients.md": {
    ts: "../client/examples",
    python: "../languages/python-client.services",
    go: "../languages/go-client.services",
  },
  "guides/direct-vectors.md": { sh: "shell-guides" },
  "guides/filters.md": { json: "filters" },
  "guides/formats.md": { sh: "shell-guides" },
  "guides/haystack.md": { python: "../languages/python-adapters.services" },
  "guides/installing.md": { sh: "../new-plugin/guide.services" },
  "guides/jobs.md": { sh: "shell-guides" },
  "guides/keeping-documents.md": { sh: "shell-guides" },
  "guides/langchain-js.md": { ts: "../integrations/javascript" },
  "guides/langchain.md": { python: "../languages/python-adapters.services" },
  "guides/llama-index.md": { python: "../languages/python-adapters.services" },
  "guides/measuring-retrieval.md": { jsonl: "../cli/guide", sh: "../cli/guide" },
  "guides/own-project.md": Object.fromEntries(
    ["sh", "js", "json"].map((language) => [language, "../new-plugin/guide.services"]),
  ),
  "guides/pages-of-documents.md": { sh: "shell-guides", json: "shell-guides" },
  "guides/progress.md": { sh: "shell-guides", js: "programs" },
  "guides/providers.md": { json: "shell-guides" },
  "guides/searching.md": { json: "searching" },
  "guides/texts-and-pages.md": { sh: "shell-guides", json: "shell-guides" },
  "guides/webhooks.md": { sh: "shell-guides", js: "programs", json: "programs" },
  "guides/who-may-see-what.md": { sh: "shell-guides", js: "shell-guides", json: "shell-guides" },
  "guides/write-a-plugin.md": Object.fromEntries(
    ["sh", "ts", "json"].map((language) => [language, "../new-plugin/guide.services"]),
  ),
};

/** Returns whether a block is only shown and not run: output, and pictures made of text. */
const isShown = ({ language }: Block): boolean => language === "" || language === "text";

const pages = [
  "quickstart.md",
  "concepts.md",
  ...readdirSync(`${ROOT}docs/guides`)
    .sort()
    .map((name) => `guides/${name}`),
  ...readdirSync(`${ROOT}plugins`)
    .map((plugin) => `../plugins/${plugin}/README.md`)
    .filter((page) => existsSync(`${ROOT}docs/${page}`)),
];

describe("every code block of a guide or plugin page is run by a test or states why it is not", () => {
  test.each(pages)("%s", (page) => {
    const idle = blocksOf(page).filter(
      (block) =>
        !isShown(block) && block.notRun === undefined && block.language !== "jsonc" && !RUN[page]?.[block.language],
    );
    expect(idle.map(({ line, language }) => `line ${line}: ${language}`)).toEqual([]);
  });

  test("every listed test file exists", () => {
    const tests = readdirSync(`${ROOT}apps/server/test`, { recursive: true });
    const named = Object.values(RUN).flatMap((languages) => Object.values(languages));
    for (const name of new Set(named)) {
      const file = name.startsWith("../") ? name.slice(3) : `guides/${name}`;
      expect(tests).toContain(`${file}.test.ts`);
    }
  });

  test("every listed page exists", () => {
    expect(Object.keys(RUN).filter((page) => !pages.includes(page))).toEqual([]);
  });
});
