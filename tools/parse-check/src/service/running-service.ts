import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ServiceClient } from "./service-client.ts";

const MAIN = fileURLToPath(new URL("../../../../apps/server/src/main.ts", import.meta.url));
/** That of the script "start" in package.json. */
const START_NODE_OPTIONS = "--max-semi-space-size=4";

const running = new Set<ChildProcess>();
// Nothing else would end the services of a run that is ended.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** The service as `npm start` runs it, on an empty data folder that is removed afterwards. */
export class RunningService implements AsyncDisposable {
  readonly client: ServiceClient;
  readonly #child: ChildProcess;
  readonly #folder: string;
  /** What it printed to stderr: its log. */
  log = "";

  private constructor(child: ChildProcess, folder: string, client: ServiceClient) {
    this.#child = child;
    this.#folder = folder;
    this.client = client;
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.log += text;
    });
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const folder = await mkdtemp(join(tmpdir(), "quarry-parse-check-"));
    const secret = randomBytes(24).toString("base64url");
    const child = spawn(process.execPath, [...process.execArgv, MAIN], {
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"],
        NODE_OPTIONS: START_NODE_OPTIONS,
        SERVICE_API_SECRET: secret,
        SERVICE_DATA_DIR: folder,
        SERVICE_HOST: "127.0.0.1",
        SERVICE_PORT: "0",
        SERVICE_LOG_LEVEL: "warn",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const address = await listeningAddress(child);
    return new RunningService(child, folder, new ServiceClient(address, secret));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isRunning) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const listeningAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const address = /listens on (http:\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`the service ended before it listened: ${printed}`)));
  });
