import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SECRET = "a-secret-for-the-fuzzer-only";
const START_DEADLINE_MS = 60_000;

/** A log line of the service that is an error (pino's level 50) or worse. */
const ERROR_LEVEL = 50;

/** The server as `npm start` runs it, on a temporary folder and a free port. */
export class RunningServer {
  readonly address: string;
  readonly secret = SECRET;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #errors: string[];

  private constructor(address: string, child: ChildProcess, folder: string, errors: string[]) {
    this.address = address;
    this.#child = child;
    this.#folder = folder;
    this.#errors = errors;
  }

  static async start(): Promise<RunningServer> {
    const folder = mkdtempSync(join(tmpdir(), "quarry-fuzz-"));
    const child = spawn(process.execPath, ["tools/with-node.mjs", "apps/server/src/main.ts"], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"], SERVICE_PORT: "0", SERVICE_DATA_DIR: folder, SERVICE_API_SECRET: SECRET },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const errors: string[] = [];
    createInterface({ input: child.stderr! }).on("line", (line) => {
      if (levelOf(line) >= ERROR_LEVEL) errors.push(line);
    });
    try {
      return new RunningServer(await addressOf(child), child, folder, errors);
    } catch (error) {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
      throw new Error(`the server did not start: ${errors.join("\n")}`, { cause: error });
    }
  }

  /** What the service itself called an error so far. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Asks it to stop, and tells its exit code. */
  async stop(): Promise<number | null> {
    const { exitCode } = this.#child;
    const code =
      exitCode ??
      (await new Promise<number | null>((resolve) => {
        this.#child.once("exit", resolve);
        this.#child.kill("SIGTERM");
      }));
    rmSync(this.#folder, { recursive: true, force: true });
    return code;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no address within the deadline")), START_DEADLINE_MS);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
    createInterface({ input: child.stdout! }).on("line", (line) => {
      const address = /listens on (http:\S+)/.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

/** Lines that are no log lines (a crash report, say) count as the worst. */
function levelOf(line: string): number {
  try {
    return (JSON.parse(line) as { readonly level: number }).level;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
