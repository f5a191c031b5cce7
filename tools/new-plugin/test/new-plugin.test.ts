import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { formatText } from "@quarry/format";
import { makePlugin, NewPluginError, parsePluginName, targetFor, PLUGIN_KINDS, readGuide } from "../src/index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "quarry-new-plugin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A repository in which to create plugins: links to what the tool reads from this one, and a plugins folder of its own.
 */
const repository = join(folder, "repository");
mkdirSync(join(repository, "plugins"), { recursive: true });
for (const part of ["package.json", "tsconfig.base.json", "packages", "node_modules"])
  symlinkSync(join(ROOT, part), join(repository, part));

const run = promisify(execFile);

describe.each(PLUGIN_KINDS)("a %s inside the repository", (kind) => {
  const name = parsePluginName(`${kind}-acme-of-a-rather-long-name`);
  const place = targetFor(name, repository, undefined, "/");

  test("is a workspace like the others, and formatted", async () => {
    await makePlugin(name, place, repository);
    expect(place).toEqual({
      folder: join(repository, "plugins", name.full),
      isInside: true,
      packageName: `@quarry/${name.full}`,
    });
    const own = readdirSync(join(ROOT, "plugins", "reranker-cohere")).filter((file) => !/node_modules|dist/.test(file));
    expect(readdirSync(place.folder).sort()).toEqual(own.sort());
    const manifest = JSON.parse(readFileSync(join(place.folder, "package.json"), "utf8")) as Record<string, unknown>;
    const theirs = JSON.parse(readFileSync(join(ROOT, "plugins/reranker-cohere/package.json"), "utf8")) as Record<
      string,
      unknown
    >;
    for (const field of ["version", "license", "type", "exports", "files", "scripts"])
      expect(manifest[field], field).toEqual(theirs[field]);
    for (const entry of readdirSync(place.folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile()) continue;
      const text = readFileSync(path, "utf8");
      expect(await formatText(path, text), path).toBe(text);
      expect(text.replaceAll("acme-of-a-rather-long-name", "").replaceAll(/acmeOf|AcmeOf/g, ""), path).not.toMatch(
        /acme|\{\{/i,
      );
    }
  });

  test("has a README with paths and commands of the repository", () => {
    const guide = readGuide(readFileSync(join(place.folder, "README.md"), "utf8"));
    const files = guide.filter((part) => part.kind === "file").map(({ path }) => path);
    expect(files.length).toBeGreaterThan(1);
    for (const path of files)
      expect(path).toMatch(new RegExp(`^(plugins/${name.full}/src/.+\\.ts|quarry.config.json)$`));
    const scripts = guide.flatMap((part) => (part.kind === "shell" ? part.script.trim().split("\n") : []));
    expect(new Set(scripts)).toContain(`npm test -- plugins/${name.full}`);
    expect(scripts.filter((line) => !/^(npm |rm plugins\/|SERVICE_CONFIG=)/.test(line))).toEqual([]);
  });
});

describe("the command", () => {
  const main = join(ROOT, "tools/new-plugin/src/main.ts");
  const newPlugin = (...words: readonly string[]) =>
    run(process.execPath, [main, ...words], {
      env: { ...process.env, INIT_CWD: folder },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, text: stderr }),
    );

  test.each<[readonly string[], RegExp]>([
    [[], /^the name is missing: npm run new:plugin -- <kind>-<name>/],
    [["store-acme"], /^"store-acme" begins with no kind of plugin: the name is vector-…/],
    [["vector-Acme"], /^"vector-Acme" is no name for a package: after "vector-" come words/],
    [["vector-a", "vector-b"], /^one name at a time; got vector-a vector-b$/],
    [["vector-acme", "--into", "x"], /^Unknown option '--into'/],
    [
      ["vector-embedded"],
      /plugins\/vector-embedded is there already, and nothing in it is touched: choose another name$/,
    ],
    [["vector-acme", "--folder", "taken"], /taken is there already, .*: choose another folder, or empty it$/],
    [
      ["vector-acme", "--folder", join(ROOT, "docs/acme")],
      /is within the repository, which has its plugins in plugins\//,
    ],
  ])("%j is rejected in one line", async (words, message) => {
    mkdirSync(join(folder, "taken"), { recursive: true });
    writeFileSync(join(folder, "taken", "mine.txt"), "");
    const { code, text } = await newPlugin(...words);
    expect(code).toBe(1);
    expect(text.trim()).toMatch(message);
    expect(text.trim()).not.toContain("\n");
    expect(readdirSync(join(folder, "taken"))).toEqual(["mine.txt"]);
  });
});

test("a symbolic link into the repository is rejected", () => {
  const link = join(folder, "link");
  symlinkSync(repository, link);
  const name = parsePluginName("vector-acme");
  expect(() => targetFor(name, repository, join(link, "docs", "acme"), "/")).toThrow(NewPluginError);
});
