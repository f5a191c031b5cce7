import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pagesWithTables } from "./guide-tables.ts";
import { page, PAGE_NAMES, REFERENCE } from "./pages.ts";

test("generated tables in other pages are up to date (else: npm run reference)", async () => {
  for (const { file, text } of await pagesWithTables()) expect(readFileSync(file, "utf8")).toBe(text);
});

describe("docs/reference", () => {
  test.each(PAGE_NAMES)("%s is up to date (else: npm run reference)", async (name) => {
    expect(readFileSync(`${REFERENCE}${name}`, "utf8")).toBe(await page(name));
  });

  test.each(PAGE_NAMES)("%s links only to existing sections", async (name) => {
    const text = await page(name);
    const anchors = new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!)));
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });

  test("“Extension” is explained once on each page that uses it", async () => {
    const texts = await Promise.all(PAGE_NAMES.map(page));
    const marked = texts.filter((text) => / Extension\. /.test(text));
    expect(marked.length).toBeGreaterThan(0);
    for (const text of marked)
      expect(text.match(/["“]Extension["”][^|\n]* marks an optional addition/g)).toHaveLength(1);
  });

  test("contains the endpoints, the settings, the plugins and the commands", async () => {
    const [rest, configuration, plugins, cli] = await Promise.all(
      (["rest.md", "configuration.md", "plugins.md", "cli.md"] as const).map(page),
    );
    expect(rest).toContain("### POST /v1/collections/{collection_name}/query");
    expect(rest).toMatch(/\| `search_mode` +\|/);
    expect(configuration).toMatch(/\| `SERVICE_PORT` +\|/);
    expect(configuration).toMatch(/\| `defaultEmbedder` +\|/);
    expect(plugins).toContain("### @quarry/vector-embedded");
    // A secret's description is elsewhere in its schema.
    expect(plugins).toMatch(/\| `token` .*user:password/);
    expect(cli).toContain("## quarry collection create");
  });
});

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
