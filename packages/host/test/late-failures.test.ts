import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("./late-program.ts", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry late-"));
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(join(folder, "helper.mjs"), "export const fail = () => { throw new Error('of the plugin'); };");
  await writeFile(
    join(folder, "plugin.mjs"),
    `import { fail } from "./helper.mjs";\nexport const throwLater = () => setTimeout(fail, 1);`,
  );
});

afterAll(() => rm(folder, { recursive: true }));

const run = async (...own: readonly string[]) => {
  const flags = ["--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, PROGRAM, join(folder, "plugin.mjs"), ...own]);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  return { code, stderr, lines: stdout.trim().split("\n") };
};

const OF_PLUGIN = [
  JSON.stringify(["acme", null, "Error: of the plugin"]),
  expect.stringMatching(/^\["acme","search","UnhandledPromiseRejection: /),
];

test("a late failure is attributed to its plugin by the stack or the call, and the process continues", async () => {
  expect(await run()).toEqual({ code: 0, stderr: "", lines: [...OF_PLUGIN, "goes on"] });
});

test("a failure outside of plugins ends the process with Node's own message", async () => {
  const ended = await run("own");
  expect(ended).toMatchObject({ code: 1, lines: OF_PLUGIN });
  expect(ended.stderr).toMatch(/Error: the service's own\n\s+at /);
});
