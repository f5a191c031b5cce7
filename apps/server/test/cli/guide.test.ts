import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, cp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { inherited } from "./cli.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "quarry-cli-guide-"));
const config = join(folder, "quarry.config.jsonc");
writeFileSync(config, JSON.stringify({ vectorStores: { second: { plugin: "@quarry/vector-embedded" } } }));
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config });

/** `quarry` on the path, as an installed package has it. */
const install = async (): Promise<string> => {
  const bin = join(folder, "bin");
  await mkdir(bin);
  const program = join(bin, "quarry");
  const flags = "--conditions=@quarry/source --disable-warning=ExperimentalWarning";
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" ${flags} "${ROOT}apps/cli/src/main.ts" "$@"\n`);
  await chmod(program, 0o755);
  return bin;
};

test("the commands of the guide run one after the other", async () => {
  const guide = readFileSync(join(ROOT, "docs/guides/cli.md"), "utf8");
  const script = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]).join("\n");
  expect(script).toContain("quarry migrate");
  const bin = await install();
  await cp(join(ROOT, "apps/server/demo/library"), join(folder, "library"), { recursive: true });
  const { stdout, stderr } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env: {
      ...inherited(),
      PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
      QUARRY_URL: server.api.address,
      QUARRY_API_KEY: "a-secret-for-tests-only",
    },
  });
  expect(stdout).toMatch(/^ready +library\/quarry-handbook\.pdf {2}\d+ passages$/m);
  expect(stdout).toMatch(/^ 1\. 0\.\d{3} {2}quarry-handbook\.pdf, page \d+ › /m);
  expect(stderr).toContain("7 unchanged");
  expect(stderr).toContain("manuals: is on second now");
});
