import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { codeOf } from "../guides/blocks.ts";
import { Shell } from "../guides/shell.ts";
import { useServer } from "../harness/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-cli-guide-"));
const config = join(folder, "quarry.config.jsonc");
writeFileSync(config, JSON.stringify({ vectorStores: { second: { plugin: "@quarry/vector-embedded" } } }));
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config });

/** Runs the commands of a guide one after the other. Returns all output. */
const runGuide = async (page: string): Promise<string> => {
  await using shell = await Shell.open(server.current);
  const golden = codeOf(page, "jsonl").at(-1);
  if (golden !== undefined) writeFileSync(join(shell.folder, "golden.jsonl"), golden);
  return await shell.run(["exec 2>&1", ...codeOf(page, "sh")]);
};

test("the commands of the CLI guide run in order", async () => {
  const printed = await runGuide("guides/cli.md");
  expect(printed).toMatch(/^ready +library\/quarry-handbook\.pdf {2}\d+ chunks$/m);
  expect(printed).toMatch(/^ 1\. 0\.\d{3} {2}quarry-handbook\.pdf, page \d+ › /m);
  expect(printed).toContain("7 unchanged");
  expect(printed).toContain("manuals: is on second now");
  expect(printed).toMatch(/^ok +service +answers at /m);
  expect(printed).toContain("no problems found");
});

test("the evaluation in the guide on measuring retrieval runs, and its expected files exist", async () => {
  const printed = await runGuide("guides/measuring-retrieval.md");
  expect(printed).toMatch(/^semantic +10 /m);
  expect(printed).toContain("WITH 95 % CONFIDENCE");
  expect(printed).not.toContain("has no document");
});
