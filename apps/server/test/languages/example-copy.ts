import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { inherited } from "../cli/cli.ts";
import { isInstalled } from "@quarry/services/kit";
import { type ExampleName, exampleFolder, PROGRAMS, PYTHON_EXAMPLES, pythonEnvironment, ROOT } from "./environments.ts";

/** Names in the examples' own `.gitignore`: generated on this machine and not copied. */
const MADE = new Set([".venv", "gen", "quarry", "google", "buf", "__pycache__", "plugin-go"]);

/**
 * Commands that `install.ts` has already run once for all tests. The helper of Python plugins is imported from its
 * source folder.
 */
const INSTALLS = /^(?:python3 -m venv|\.venv\/bin\/pip install) .*$/gm;
const PLUGIN_HELPER = "clients/python-plugin";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Running program of an example. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/**
 * Example as a user would have it: copied out of the project together with the contract, and prepared by the first
 * commands of its README.
 */
export class ExampleCopy {
  /** Stands in for the project's folder, two levels above the example. */
  readonly root: string;
  readonly folder: string;
  /** Shell commands of the README, block by block. */
  readonly commands: readonly string[];
  /** Config for the service from the README; empty if it has none. */
  readonly configuration: string;

  private constructor(root: string, folder: string, readme: string) {
    this.root = root;
    this.folder = folder;
    this.commands = blocksOf(readme, "sh");
    this.configuration = blocksOf(readme, "jsonc")[0] ?? "";
  }

  static async make(name: ExampleName): Promise<ExampleCopy> {
    const root = await mkdtemp(join(tmpdir(), `quarry-${name}-`));
    const folder = join(root, "examples", name);
    const source = exampleFolder(name);
    const readme = await readFile(join(source, "README.md"), "utf8");
    const copy = new ExampleCopy(root, folder, readme);
    try {
      await copyWithout(MADE, source, folder);
      await cp(join(ROOT, "proto"), join(root, "proto"), { recursive: true });
      await copyFile(join(ROOT, "buf.yaml"), join(root, "buf.yaml"));
      await mkdir(join(root, "node_modules"));
      await symlink(PROGRAMS, join(root, "node_modules/.bin"));
      if (name === "plugin-python") await copyWithout(MADE, join(ROOT, PLUGIN_HELPER), join(root, PLUGIN_HELPER));
      await copy.#linkPython(name);
      await copy.#succeeds(copy.commands[0]!.replaceAll(INSTALLS, ""));
      return copy;
    } catch (error) {
      await copy.remove();
      throw error;
    }
  }

  /** Runs a shell command in the example's folder. */
  start(command: string, environment: Readonly<Record<string, string>> = {}): Running {
    const { PATH, ...rest } = inherited();
    // Go finds its modules and its build cache through the home folder, or through variables with this prefix.
    const toolchain = Object.entries(process.env).filter(([name]) => name === "HOME" || name.startsWith("GO"));
    // The input is a socket, for which bash reads the machine's start-up files as for a remote shell: hence --norc.
    const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", command], {
      cwd: this.folder,
      env: {
        ...{ ...rest, ...Object.fromEntries(toolchain), PATH: `${PATH}${delimiter}${PROGRAMS}` },
        ...{ PYTHONPATH: join(this.root, PLUGIN_HELPER, "src"), ...environment },
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdin.end();
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
    return { process: child, ended, stdout: () => stdout, stderr: () => stderr };
  }

  run(command: string, environment?: Readonly<Record<string, string>>): Promise<Ended> {
    return this.start(command, environment).ended;
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  async #linkPython(name: ExampleName): Promise<void> {
    const python = PYTHON_EXAMPLES.find((candidate) => candidate === name);
    if (python === undefined) return;
    const environment = pythonEnvironment(python);
    if (!isInstalled(environment)) throw new Error(`${name} is not installed: run npm run languages:install`);
    await symlink(environment, join(this.folder, ".venv"));
  }

  async #succeeds(command: string): Promise<void> {
    const { code, stdout, stderr } = await this.run(command);
    if (code !== 0) throw new Error(`${command}\nended with ${code}\n${stdout}${stderr}`);
  }
}

const copyWithout = (left: ReadonlySet<string>, source: string, target: string): Promise<void> =>
  cp(source, target, { recursive: true, filter: (path) => path === source || !left.has(basename(path)) });

const blocksOf = (readme: string, language: string): readonly string[] =>
  readme
    .split(`\n\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf("```")));
