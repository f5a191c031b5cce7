import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const pages = (): readonly string[] => {
  const found = ["README.md", "CONTRIBUTING.md"];
  for (const folder of ["docs", "clients", "examples", "packages", "plugins", "apps", "tools"]) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.name.endsWith(".md") && !/node_modules|\.venv/.test(path))
        found.push(path.slice(ROOT.length));
    }
  }
  return found;
};

const withoutBlocks = (page: string): string =>
  readFileSync(join(ROOT, page), "utf8").replaceAll(/```[\s\S]*?```/g, "");

/** Returns the anchors of a page's headings, as Markdown renderers generate them. */
const anchorsOf = (page: string): readonly string[] =>
  [...withoutBlocks(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );

describe("the documentation", () => {
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

  test.each(pages())("%s links only to existing files", (page) => {
    const text = withoutBlocks(page).replaceAll(/(?<!\[)`[^`\n]+`(?!\])/g, "");
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] as string);
    expect(links.filter((link) => !existsSync(resolve(ROOT, dirname(page), link)))).toEqual([]);
  });

  test.each(pages())("%s links only to existing headings", (page) => {
    const links = [...withoutBlocks(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
    const missing = links.filter(([, path = "", anchor = ""]) => {
      const target = path === "" ? page : join(dirname(page), path);
      return target.endsWith(".md") && !anchorsOf(target).includes(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  test("lists every decision in its index", () => {
    const index = readFileSync(join(ROOT, "docs/decisions/README.md"), "utf8");
    const decisions = readdirSync(join(ROOT, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));
    expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });
});
