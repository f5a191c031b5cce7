import { execFile, execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startCohereServer } from "@quarry/provider-servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inherited } from "../cli/cli.ts";
import { codeOf } from "../guides/blocks.ts";
import { Shell } from "../guides/shell.ts";
import { isInstalled } from "@quarry/services/kit";
import { useServer } from "../harness/test-server.ts";
import {
  adapterEnvironment,
  adapterFolder,
  PYTHON_ADAPTERS,
  PYTHON_CLIENT,
  type PythonAdapter,
  pythonClientEnvironment,
  ROOT,
} from "./environments.ts";

const RERANKING_KEY = "planted-key-0123456789abcdef";

const folder = mkdtempSync(join(tmpdir(), "quarry-python-adapters-"));
const config = join(folder, "quarry.config.jsonc");
const cohere = await startCohereServer({ keys: [RERANKING_KEY], rerankModels: ["judge-1"] });
const settings = { baseUrl: cohere.url, apiKey: RERANKING_KEY, models: ["judge-1"] };
writeFileSync(config, JSON.stringify({ rerankers: { judge: { plugin: "@quarry/reranker-cohere", settings } } }));
afterAll(async () => {
  await cohere.close();
  rmSync(folder, { recursive: true, force: true });
});

const server = useServer({ SERVICE_CONFIG: config });

/** Wheels of the client and of the adapters. */
const wheels = join(folder, "wheels");

/**
 * Returns the folder in which an adapter and the client are installed; the adapter's environment in the cache stays
 * unchanged.
 */
const installed = (adapter: PythonAdapter): string => join(folder, adapter.distribution);

const wheelOf = (distribution: string): string => {
  const [wheel] = globSync(join(wheels, `${distribution.replaceAll("-", "_")}-*.whl`));
  if (wheel === undefined) throw new Error(`there is no wheel of ${distribution} in ${wheels}`);
  return wheel;
};

beforeAll(() => {
  for (const environment of [pythonClientEnvironment(), ...PYTHON_ADAPTERS.map(adapterEnvironment)]) {
    if (!isInstalled(environment)) throw new Error(`${environment} is not installed: run npm run languages:install`);
  }
  const pip = join(pythonClientEnvironment(), "bin/pip");
  const alone = ["--quiet", "--disable-pip-version-check", "--no-deps"];
  const sources = [PYTHON_CLIENT, ...PYTHON_ADAPTERS.map(adapterFolder)];
  execFileSync(pip, ["wheel", ...alone, "--no-build-isolation", "-w", wheels, ...sources]);
  for (const adapter of PYTHON_ADAPTERS) {
    const built = [wheelOf("quarry-client"), wheelOf(adapter.distribution)];
    execFileSync(pip, ["install", ...alone, "--no-index", "--no-compile", "--target", installed(adapter), ...built]);
  }
});

/** Runs a program while this process's reranker responds. Returns its output, of both streams. */
const run = async (
  program: string,
  input: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> => {
  const env = { ...inherited(), PYTHONPYCACHEPREFIX: join(folder, "compiled"), ...variables };
  const outcome = await promisify(execFile)(program, input, { cwd, env, maxBuffer: 64 * 1_048_576 }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${error.message}: ${error.stdout}`);
    },
  );
  return outcome.stdout + outcome.stderr;
};

const runPython = (adapter: PythonAdapter, input: readonly string[], cwd = folder): Promise<string> =>
  run(join(adapterEnvironment(adapter), "bin/python"), input, cwd, {
    QUARRY_BASE_URL: server.api.address,
    QUARRY_API_KEY: server.current.secret,
    PYTHONPATH: installed(adapter),
    // Disables Haystack's telemetry.
    HAYSTACK_TELEMETRY_ENABLED: "False",
  });

describe.each(PYTHON_ADAPTERS)("$distribution", (adapter) => {
  test("has the project's version", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(basename(wheelOf(adapter.distribution))).toContain(`-${version}-py3-none-any.whl`);
  });

  test("passes the framework's suites and its own tests, without a skipped one", async () => {
    const settings = ["-c", join(adapterFolder(adapter), "pyproject.toml"), "-p", "no:cacheprovider"];
    const output = await runPython(adapter, ["-m", "pytest", "-q", ...settings, join(adapterFolder(adapter), "tests")]);
    const [, passed] = /^(\d+) passed(?:, \d+ warnings?)? in /m.exec(output) ?? [];
    expect(Number(passed), output).toBeGreaterThanOrEqual(adapter.leastTests);
  });

  test("types pass mypy in strict mode", async () => {
    const packages = adapter.modules.flatMap((name) => ["-p", name]);
    const python = ["--python-executable", join(adapterEnvironment(adapter), "bin/python")];
    const input = ["--strict", "--no-incremental", ...python, ...packages];
    const mypy = join(pythonClientEnvironment(), "bin/mypy");
    expect(await run(mypy, input, folder, { MYPYPATH: installed(adapter) })).toMatch(/no issues found/);
  });

  test("the code of the README and the guide runs and prints the documented output", async () => {
    const pages = [join("..", "integrations", adapter.distribution, "README.md"), adapter.guide];
    for (const page of pages) {
      await using shell = await Shell.open(server.current);
      const blocks = codeOf(page, "python");
      expect(blocks, page).not.toHaveLength(0);
      const program = join(shell.folder, "program.py");
      writeFileSync(program, blocks.join("\n"));
      const printed = await runPython(adapter, [program], shell.folder);
      // Each line of code has its expected output in a comment after it.
      const expected = [...blocks.join("\n").matchAll(/^\s*print\(.*\) {2}# (.+)$/gm)].map(([, line]) => line);
      expect(expected, page).not.toHaveLength(0);
      for (const line of expected) expect(printed.split("\n")).toContain(line);
    }
  });
});
