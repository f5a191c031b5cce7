import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("load-natively.ts", import.meta.url));
let folder: string;

/**
 * Installs a plugin in its own folder, with a copy of this version of effect. The plugin's error message reports which
 * copy it resolved.
 */
const install = async (name: string, version: string): Promise<string> => {
  const copy = join(folder, name, "node_modules", "effect");
  await mkdir(copy, { recursive: true });
  const manifest = {
    name: "effect",
    version,
    type: "module",
    exports: { ".": "./index.js", "./Schema": "./index.js" },
  };
  await writeFile(join(copy, "package.json"), JSON.stringify(manifest));
  await writeFile(join(copy, "index.js"), `export const isCopy = true;\nexport const Struct = undefined;\n`);
  await writeFile(
    join(folder, name, "index.mjs"),
    `import * as effect from "effect";
import * as Schema from "effect/Schema";
const copies = [effect, Schema].map(({ isCopy }) => (isCopy ? "its own" : "the service's"));
throw new Error("it uses " + copies.join(" and "));
`,
  );
  return join(folder, name, "index.mjs");
};

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "quarry-share-effect-")));
});
afterAll(() => rm(folder, { recursive: true }));

test("a plugin's copy of effect is replaced by the service's, unless its major version differs", async () => {
  const plugins = [await install("same", "4.0.2"), await install("other", "5.0.0")];
  const source = JSON.stringify({ baseDirectory: folder, searchFrom: [folder] });
  // Uses Node's own import, because the test runner has its own resolution.
  const flags = [PROGRAM, source, ...plugins];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  const [same, other] = stdout.trim().split("\n");
  expect(same).toContain("it uses the service's and the service's");
  expect(other).toContain("it uses its own and its own");
});
