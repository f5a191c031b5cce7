import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runTwice } from "./run-twice.ts";

const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

const PASSES = `import { test } from "vitest"; test("passes", () => {}); test.skip("is skipped", () => {});`;
const FAILS = `import { test } from "vitest"; test("fails", () => { throw new Error("always"); }); test("stands beside", () => {});`;
const FAILS_ONCE = `import { existsSync, writeFileSync } from "node:fs";
import { test } from "vitest";
test("fails once", () => {
  if (existsSync("tried")) return;
  writeFileSync("tried", "");
  throw new Error("the first time");
});`;
const HOOK_FAILS_ONCE = `import { beforeAll } from "vitest";
${FAILS_ONCE.replace('test("fails once",', "beforeAll(")}
test("needs its hook", () => {});`;

describe("a second try", () => {
  let folder: string;
  const project = (files: Readonly<Record<string, string>>): void => {
    const scripts = { test: "vitest run" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", scripts }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "quarry-second-try-"));
    symlinkSync(MODULES, join(folder, "node_modules"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is not needed where all pass", async () => {
    project({ "a.test.ts": PASSES });
    expect(await runTwice(folder, ["npm", "test"])).toMatchObject({ passed: 1, failed: 0, skipped: 1, unsteady: [] });
  });

  test("names what passes only then", async () => {
    project({ "a.test.ts": PASSES, "b.test.ts": FAILS_ONCE });
    expect(await runTwice(folder, ["npm", "test"])).toEqual({
      passed: 2,
      failed: 0,
      failures: [],
      skipped: 1,
      unsteady: ["fails once"],
    });
  });

  test("does not help what always fails", async () => {
    project({ "a.test.ts": FAILS, "b.test.ts": FAILS_ONCE });
    expect(await runTwice(folder, ["npm", "test"])).toEqual({
      passed: 2,
      failed: 1,
      failures: [expect.stringMatching(/a\.test\.ts: fails: Error: always/)],
      skipped: 0,
      unsteady: ["fails once"],
    });
  });

  test("is given to a file whose hook failed", async () => {
    project({ "a.test.ts": PASSES, "b.test.ts": HOOK_FAILS_ONCE });
    const { failed, unsteady } = await runTwice(folder, ["npm", "test"]);
    expect({ failed, unsteady }).toEqual({ failed: 0, unsteady: [expect.stringContaining("b.test.ts")] });
  });

  test("is not given to a run that broke as a whole", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    project(Object.fromEntries(names.map((name) => [`${name}.test.ts`, FAILS_ONCE.replaceAll("tried", name)])));
    expect(await runTwice(folder, ["npm", "test"])).toMatchObject({ failed: 6, unsteady: [] });
  });

  test("is not given to many files whose hooks failed, and they count as failed", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    project(Object.fromEntries(names.map((name) => [`${name}.test.ts`, HOOK_FAILS_ONCE.replaceAll("tried", name)])));
    expect(await runTwice(folder, ["npm", "test"])).toMatchObject({ failed: 6, unsteady: [] });
  });

  test("throws where an error outside of any test ends the run", async () => {
    project({
      "a.test.ts": `${PASSES} setTimeout(() => { throw new Error("late"); }, 0); await new Promise((done) => setTimeout(done, 50));`,
    });
    await expect(runTwice(folder, ["npm", "test"])).rejects.toThrow("npm test ended with 1");
  });
});
