import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type GuideStep, makePlugin, parsePluginName, targetFor, type PluginWord, readGuide } from "@quarry/new-plugin";
import { inherited } from "../cli/cli.ts";
import { ROOT } from "../guides/blocks.ts";

const CONDITIONS = ["node", "import", "module", "default"];

/** Result of one check of a plugin's conformance test. */
export interface Check {
  /** Names of the enclosing suites, outermost first, and of the check itself. */
  readonly names: readonly string[];
  readonly status: "passed" | "failed" | "skipped";
  readonly messages: readonly string[];
}

/** New plugins outside the repository that resolve the repository's packages as if they were installed there. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "quarry-new-plugin-"));

  constructor() {
    symlinkSync(join(ROOT, "node_modules"), join(this.folder, "node_modules"));
    const compiler = {
      extends: join(ROOT, "tsconfig.base.json"),
      compilerOptions: { noEmit: true, noUnusedLocals: true, types: ["node"] },
      include: ["*/src", "*/test"],
    };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify(compiler));
    const vitest = { resolve: { conditions: CONDITIONS }, ssr: { resolve: { conditions: CONDITIONS } } };
    writeFileSync(join(this.folder, "vitest.config.mjs"), `export default ${JSON.stringify(vitest)};\n`);
  }

  /** Creates a plugin. Returns the steps of its README. */
  async make(full: string): Promise<readonly GuideStep[]> {
    const name = parsePluginName(full);
    await makePlugin(name, targetFor(name, ROOT, join(this.folder, full), ROOT), ROOT);
    return readGuide(readFileSync(join(this.folder, full, "README.md"), "utf8"));
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  remove(path: string): Promise<void> {
    return rm(join(this.folder, path));
  }

  /** Returns the compiler's output for all plugins; empty without errors. */
  async typeErrors(): Promise<string> {
    return (await this.#run(join(ROOT, "node_modules/.bin/tsc"), "-p", "tsconfig.json")).stdout;
  }

  /** Runs the tests of these plugins. */
  async test(plugins: readonly string[]): Promise<ReadonlyMap<string, readonly Check[]>> {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const report = join(this.folder, "report.json");
    const files = plugins.map((plugin) => `${plugin}/test/conformance.test.ts`);
    const words = ["run", "--reporter=json", `--outputFile=${report}`, ...files];
    const { stderr } = await this.#run(process.execPath, vitest, ...words);
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as { readonly testResults: readonly TestFile[] };
    return new Map(
      plugins.map((plugin) => {
        const file = testResults.find(({ name }) => name.includes(`/${plugin}/`));
        if (file === undefined) throw new Error(`no test of ${plugin} was run:\n${stderr}`);
        return [plugin, file.assertionResults.map(toCheck)];
      }),
    );
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #run(program: string, ...words: readonly string[]) {
    const child = spawn(program, words, { cwd: this.folder, env: inherited(), stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    await once(child, "close");
    return output;
  }
}

/** Test file in vitest's JSON report. */
interface TestFile {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly ancestorTitles: readonly string[];
    readonly title: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

const toCheck = (result: TestFile["assertionResults"][number]): Check => ({
  names: [...result.ancestorTitles, result.title],
  status: result.status === "passed" || result.status === "failed" ? result.status : "skipped",
  messages: result.failureMessages,
});

export const nameOf = (kind: PluginWord): string => `${kind}-big-acme`;
