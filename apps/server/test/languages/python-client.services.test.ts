import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inherited } from "../cli/cli.ts";
import { codeOf } from "../guides/blocks.ts";
import { Shell } from "../guides/shell.ts";
import { isInstalled } from "@quarry/services/kit";
import { useServer } from "../harness/test-server.ts";
import { expectTasksDone } from "./client-tasks.ts";
import { PYTHON_CLIENT, pythonClientEnvironment, pythonClientWheels, PYTHONS, ROOT } from "./environments.ts";

const MAX_WHEEL_BYTES = 300_000;

const folder = mkdtempSync(join(tmpdir(), "quarry-python-client-"));
const gate = join(folder, "gate");
const config = join(folder, "quarry.config.jsonc");
const plugin = fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url));
const gated = { plugin, settings: { gate, log: join(folder, "embedded") } };
writeFileSync(config, JSON.stringify({ embedders: { gated }, defaultEmbedder: "gated" }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = useServer({
  SERVICE_CONFIG: config,
  SERVICE_MAX_UPLOAD_SIZE_MB: "1",
  SERVICE_WEBHOOK_ALLOW_LOCALHOST: "true",
});
let wheel = "";

/** Returns a virtual environment that contains only the client and its dependencies. */
const environmentOf = (python: string): string => join(folder, `environment-${PYTHONS.indexOf(python)}`);

beforeAll(() => {
  const environment = pythonClientEnvironment();
  if (!isInstalled(environment)) throw new Error(`${environment} is not installed: run npm run languages:install`);
  const pip = join(environment, "bin/pip");
  const quiet = ["--quiet", "--disable-pip-version-check"];
  execFileSync(pip, ["wheel", ...quiet, "--no-deps", "--no-build-isolation", "-w", folder, PYTHON_CLIENT]);
  wheel = globSync(join(folder, "*.whl"))[0]!;
  for (const python of PYTHONS) {
    execFileSync(python, ["-m", "venv", "--without-pip", environmentOf(python)]);
    const alone = ["--no-index", "--find-links", pythonClientWheels(), "--no-compile"];
    execFileSync(pip, ["--python", environmentOf(python), "install", ...quiet, ...alone, wheel]);
  }
});

/** Runs a program. Returns its output, of both streams. */
const run = (program: string, input: readonly string[], cwd = folder): string => {
  const { status, stdout, stderr } = spawnSync(program, input, {
    cwd,
    encoding: "utf8",
    env: {
      ...inherited(),
      QUARRY_BASE_URL: server.api.address,
      QUARRY: server.api.address,
      QUARRY_API_KEY: server.current.secret,
      QUARRY_TEST_GATE: gate,
      // Compiled files are separate for each run.
      PYTHONPYCACHEPREFIX: join(folder, "compiled"),
    },
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
};

/** Runs Python where the client is installed; warnings are errors. */
const runPython = (python: string, input: readonly string[], cwd?: string): string =>
  run(join(environmentOf(python), "bin/python"), ["-W", "error", ...input], cwd);

test("the wheel has the project's version and is below the size limit", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(basename(wheel)).toBe(`quarry_client-${version}-py3-none-any.whl`);
  expect(statSync(wheel).size).toBeLessThan(MAX_WHEEL_BYTES);
});

test.each(PYTHONS)("the client passes its tests on a live service: %s", (python) => {
  const output = runPython(python, ["-m", "unittest", "discover", "-s", join(PYTHON_CLIENT, "tests")]);
  expect(output).toMatch(/^Ran \d{2} tests[^]*^OK$/m);
});

test.each(PYTHONS)("the client replays recorded exchanges: %s", (python) => {
  const exchanges = join(ROOT, "clients/conformance/exchanges.json");
  expect(Number(runPython(python, [join(PYTHON_CLIENT, "tests/replay.py"), exchanges]))).toBeGreaterThan(40);
});

test("types pass mypy in strict mode", () => {
  const input = ["--no-incremental", "--config-file", join(PYTHON_CLIENT, "pyproject.toml")];
  const mypy = join(pythonClientEnvironment(), "bin/mypy");
  expect(run(mypy, [...input, join(PYTHON_CLIENT, "src/quarry_client")])).toMatch(/no issues found/);
});

describe("the guides", () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await Shell.open(server.current);
  });
  afterEach(() => server.api.call("DELETE", "/v1/collections/guidelines"));
  afterAll(() => shell[Symbol.asyncDispose]());

  const runBlocks = (blocks: readonly string[]): string => {
    const program = join(shell.folder, "program.py");
    writeFileSync(program, blocks.join("\n"));
    return runPython(PYTHONS.at(-1)!, [program], shell.folder);
  };

  test.each(["sh", "ts", "python"])("every task of the task guide runs in %s", async (language) => {
    const blocks = codeOf("guides/client-tasks.md", language);
    expect(blocks).toHaveLength(10);
    const variables = { QUARRY: server.api.address };
    const output =
      language === "sh"
        ? await shell.run(blocks, variables)
        : language === "ts"
          ? await shell.runProgram(blocks.join("\n"), variables)
          : runBlocks(blocks);
    expectTasksDone(output, shell.folder);
  });

  test("the client guide runs upload, wait and search, also with an existing collection and asynchronously", () => {
    const [whole, asynchronous] = codeOf("guides/clients.md", "python");
    for (let turn = 0; turn < 2; turn++) {
      expect(runBlocks([whole!])).toMatch(/^100 .*ready: \d+ chunks\n0\.\d{3} quarry-handbook\.pdf page \d+$/m);
    }
    expect(runBlocks([asynchronous!])).toContain("'example_python'");
  });

  test("the webhook example returns None for an unsigned delivery", () => {
    const block = codeOf("guides/clients.md", "python").at(-1)!;
    expect(runBlocks([block, 'print(event_of(b"{}", {}, "whsec_AAAA"))'])).toBe("None\n");
  });

  test("the README example runs", () => {
    const readme = readFileSync(join(PYTHON_CLIENT, "README.md"), "utf8");
    const block = /^```python\n([\s\S]*?)^```/m.exec(readme)![1]!;
    expect(runBlocks([block.replace("handbook.pdf", "library/quarry-handbook.pdf")])).toMatch(/^0\.\d+ \d+ \S/m);
  });
});
