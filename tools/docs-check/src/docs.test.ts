import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { withLimitsTable } from "./limits-table.ts";
import { withSettingsTable } from "./settings-table.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The formatter pads tables; what they say is what counts. */
const squeezed = (text: string): string => text.replaceAll(/[ \t]+/g, " ").replaceAll(/-{3,}/g, "---");

const pages = (): readonly string[] => {
  const found = ["README.md", "CONTRIBUTING.md"];
  for (const folder of ["docs", "packages", "plugins", "apps", "tools"]) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.name.endsWith(".md") && !path.includes("node_modules"))
        found.push(path.slice(ROOT.length));
    }
  }
  return found;
};

describe("the documentation", () => {
  test("lists every setting as it is declared (else: node tools/docs-check/src/write-settings.ts)", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    expect(squeezed(readme)).toBe(squeezed(withSettingsTable(readme)));
  });

  test("lists every parser limit as it is declared (else: node tools/docs-check/src/write-settings.ts)", () => {
    const guide = readFileSync(join(ROOT, "docs/guides/parsing.md"), "utf8");
    expect(squeezed(guide)).toBe(squeezed(withLimitsTable(guide)));
  });

  test("names only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly scripts: Record<string, string>;
    };
    for (const page of ["README.md", "CONTRIBUTING.md"]) {
      const text = readFileSync(join(ROOT, page), "utf8");
      const named = [...text.matchAll(/npm (?:run )?((?:start|test|[a-z]+:[a-z:]+)|(?<=run )[a-z:]+)/g)].map(
        (match) => match[1],
      );
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => name !== undefined && !Object.hasOwn(scripts, name))).toEqual([]);
    }
  });

  test.each(pages())("%s links to what is there", (page) => {
    const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/```[\s\S]*?```/g, "");
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] as string);
    expect(links.filter((link) => !existsSync(resolve(ROOT, dirname(page), link)))).toEqual([]);
  });

  test("has a row for every decision", () => {
    const index = readFileSync(join(ROOT, "docs/decisions/README.md"), "utf8");
    const decisions = readdirSync(join(ROOT, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));
    expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });
});
