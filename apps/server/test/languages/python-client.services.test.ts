import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inherited } from "../cli/cli.ts";
import { isInstalled } from "../harness/cached.ts";
import { useServer } from "../harness/test-server.ts";
import { PYTHON_CLIENT, pythonClientEnvironment, PYTHONS, ROOT } from "./environments.ts";

const MAX_WHEEL_BYTES = 300_000;

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), "quarry-python-client-"));
const site = join(folder, "site");
let wheel = "";

beforeAll(() => {
  for (const python of PYTHONS) {
    const environment = pythonClientEnvironment(python);
    if (!isInstalled(environment)) throw new Error(`${environment} is not installed: run npm run languages:install`);
  }
  const pip = join(pythonClientEnvironment(PYTHONS[0]!), "bin/pip");
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-deps"];
  execFileSync(pip, ["wheel", ...quiet, "--no-build-isolation", "-w", folder, PYTHON_CLIENT]);
  wheel = globSync(join(folder, "*.whl"))[0]!;
  execFileSync(pip, ["install", ...quiet, "--no-index", "--target", site, wheel]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program of `clients/python/tests` with the packages that the client needs and what the wheel holds. */
const run = (python: string, program: string, ...given: readonly string[]): string =>
  execFileSync(
    join(pythonClientEnvironment(python), "bin/python"),
    ["-W", "error", join(PYTHON_CLIENT, "tests", program), ...given],
    {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...inherited(),
        PYTHONPATH: site,
        QUARRY_BASE_URL: server.api.address,
        QUARRY_API_KEY: server.current.secret,
      },
    },
  );

test("the wheel is small", () => {
  expect(statSync(wheel).size).toBeLessThan(MAX_WHEEL_BYTES);
});

test.each(PYTHONS)("the client does all of its work on a live service: %s", (python) => {
  expect(run(python, "live.py")).toBe("ok\n");
});

test.each(PYTHONS)("the client sends and reads what was recorded: %s", (python) => {
  expect(Number(run(python, "replay.py", join(ROOT, "clients/conformance/exchanges.json")))).toBeGreaterThan(40);
});

test("the types hold under mypy in strict mode", () => {
  const given = [
    "--no-incremental",
    "--config-file",
    join(PYTHON_CLIENT, "pyproject.toml"),
    join(site, "quarry_client"),
  ];
  const bin = join(pythonClientEnvironment(PYTHONS[0]!), "bin");
  const output = execFileSync(join(bin, "mypy"), given, { cwd: folder, encoding: "utf8", env: inherited() });
  expect(output).toMatch(/no issues found/);
});
