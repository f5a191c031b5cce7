import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const isSource = import.meta.url.endsWith(".ts");
/** Program that serves plugins: the source file if this module runs from source. */
const PROGRAM = fileURLToPath(new URL(`../serve/main.${isSource ? "ts" : "js"}`, import.meta.url));
const NODE_OPTIONS = isSource ? ["--disable-warning=ExperimentalWarning"] : [];
const COMPILE_CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/quarry", import.meta.url));

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export interface ServedProcessOptions {
  /** Package or file of the plugin. */
  readonly plugin: string;
  readonly settings?: unknown;
  /** Additional arguments of the program. */
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Plugin served by a separate process. It keeps its port and its data across `kill` and `start`. */
export class ServedProcess {
  readonly #options: ServedProcessOptions;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #address: string | undefined;
  /** Complete output of the current process. */
  output = "";

  private constructor(options: ServedProcessOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  static async start(options: ServedProcessOptions): Promise<ServedProcess> {
    const served = new ServedProcess(options, await mkdtemp(join(tmpdir(), "quarry-served-")));
    await served.start();
    return served;
  }

  get address(): string {
    if (this.#address === undefined) throw new Error("the plugin was not started");
    return this.#address;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  async start(): Promise<void> {
    const { plugin, settings, arguments: more = [], environment } = this.#options;
    const settingsFile = join(this.#folder, "settings.json");
    await writeFile(settingsFile, JSON.stringify(settings ?? {}));
    const port = this.#address === undefined ? 0 : this.port;
    const own = ["--data", join(this.#folder, "data"), "--settings", settingsFile, "--listen", `127.0.0.1:${port}`];
    const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, plugin, ...own, ...more], {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    this.#child = child;
    this.output = "";
    this.#address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
        const address = /listens on (\S+)\n/.exec(this.output)?.[1];
        if (address !== undefined) resolve(address);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => (this.output += text));
      child.once("close", (code, signal) => {
        running.delete(child);
        reject(new Error(`the plugin's process ended with ${code ?? signal}:\n${this.output}`));
      });
    });
  }

  /** Kills the process, as a crash does. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Stops the process, as an operator does. */
  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  /** Ends the process and removes its data. */
  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill(signal);
    await ended;
  }
}
