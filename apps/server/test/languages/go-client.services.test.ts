import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inherited } from "../cli/cli.ts";
import { codeOf } from "../guides/blocks.ts";
import { Shell } from "../guides/shell.ts";
import { useServer } from "../harness/test-server.ts";
import { expectTasksDone } from "./client-tasks.ts";
import { GO_CLIENT, PROGRAMS } from "./environments.ts";

const MODULE = "github.com/quarry-dev/quarry/clients/go";

const folder = mkdtempSync(join(tmpdir(), "quarry-go-client-"));
const gate = join(folder, "gate");
const config = join(folder, "quarry.config.jsonc");
const plugin = fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url));
const gated = { plugin, settings: { gate, log: join(folder, "embedded") } };
writeFileSync(config, JSON.stringify({ embedders: { gated }, defaultEmbedder: "gated" }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config, SERVICE_WEBHOOK_ALLOW_LOCALHOST: "true" });

/** Runs a program without blocking the test process. Returns its output. */
const run = async (program: string, input: readonly string[], cwd = GO_CLIENT, go: Record<string, string> = {}) => {
  const { PATH, ...rest } = inherited();
  // Go finds its modules and its build cache through the home folder, or through variables with this prefix.
  const toolchain = Object.entries(process.env).filter(([name]) => name === "HOME" || name.startsWith("GO"));
  const child = spawn(program, input, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ ...rest, ...Object.fromEntries(toolchain), PATH: `${PATH}${delimiter}${PROGRAMS}`, ...go },
      ...{ QUARRY_BASE_URL: server.api.address, QUARRY: server.api.address, QUARRY_API_KEY: server.current.secret },
      QUARRY_TEST_GATE: gate,
    },
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${input.join(" ")} ended with ${code}: ${output}${errors}`);
  return output;
};

test("the client passes its tests on a live service, replays recorded exchanges and has no data races", async () => {
  const cgo = await run("go", ["env", "CGO_ENABLED", "CC"]);
  if (!cgo.startsWith("1")) throw new Error(`the race detector needs cgo and a C compiler; go env says ${cgo}`);
  const output = await run("go", ["test", "-race", "-count=1", "-v", "./..."]);
  expect(output).not.toContain("SKIPPED");
  expect(output).not.toContain("--- SKIP");
  expect(output.match(/^--- PASS: (?:Test|Example)/gm)!.length).toBeGreaterThan(25);
});

test("the sources pass gofmt and go vet", async () => {
  expect(await run("gofmt", ["-l", "."])).toBe("");
  await run("go", ["vet", "./..."]);
});

test("the generated code matches the contract", async () => {
  await run("buf", ["generate", "--output", folder]);
  const read = (root: string) =>
    new Map(globSync("gen/**/*.go", { cwd: root }).map((name) => [name, readFileSync(join(root, name), "utf8")]));
  const [wanted, committed] = [read(folder), read(GO_CLIENT)];
  const names = new Set([...wanted.keys(), ...committed.keys()]);
  const stale = [...names].filter((name) => wanted.get(name) !== committed.get(name));
  expect(stale, "run `buf generate` in clients/go and commit what it writes").toEqual([]);
  expect(names.size).toBeGreaterThan(20);
});

describe("the guides", () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await Shell.open(server.current);
    await copyFile(join(GO_CLIENT, "go.sum"), join(shell.folder, "go.sum"));
    await copyFile(join(shell.folder, "library/quarry-handbook.pdf"), join(shell.folder, "handbook.pdf"));
    const module = `module example.com/program\n\ngo 1.26.0\n\nrequire ${MODULE} v0.0.0\n\nreplace ${MODULE} => ${GO_CLIENT}\n`;
    writeFileSync(join(shell.folder, "go.mod"), module);
  });
  afterEach(() => server.api.call("DELETE", "/v1/collections/guidelines"));
  afterAll(() => shell[Symbol.asyncDispose]());

  /** Builds a program in a separate module, without a network. */
  const build = async (code: string): Promise<string> => {
    writeFileSync(join(shell.folder, "program.go"), code);
    expect(await run("gofmt", ["-l", "program.go"], shell.folder)).toBe("");
    await run("go", ["build", "-mod=mod", "-o", "program", "program.go"], shell.folder, { GOPROXY: "off" });
    return join(shell.folder, "program");
  };
  const runBlock = async (code: string): Promise<string> => run(await build(code), [], shell.folder);

  test("every task of the task guide runs", async () => {
    const blocks = codeOf("guides/client-tasks.md", "go");
    expect(blocks).toHaveLength(10);
    expectTasksDone(await runBlock(blocks.join("\n")), shell.folder);
  });

  test("the client guide runs upload, progress and search, also with an existing collection", async () => {
    const [whole, webhooks] = codeOf("guides/clients.md", "go");
    for (let turn = 0; turn < 2; turn++) {
      expect(await runBlock(whole!)).toMatch(/^100 ready: \d+ chunks\n(?:0\.\d{3} quarry-handbook\.pdf page \d+\n)+$/m);
    }
    await build(webhooks!);
  });

  test("the README example runs", async () => {
    const block = /^```go\n([\s\S]*?)^```/m.exec(readFileSync(join(GO_CLIENT, "README.md"), "utf8"))![1]!;
    expect(await runBlock(block)).toMatch(/^0\.\d+ \d+ \S/m);
  });
});
