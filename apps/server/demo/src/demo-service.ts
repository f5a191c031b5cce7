import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** The service as its own process, as `npm start` runs it, on a temporary folder that is removed at the end. */
export class DemoService {
  readonly address: string;
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #secret: string;

  private constructor(address: string, child: ChildProcess, folder: string, secret: string) {
    this.address = address;
    this.#process = child;
    this.#folder = folder;
    this.#secret = secret;
  }

  static async start(): Promise<DemoService> {
    const folder = await mkdtemp(join(tmpdir(), "quarry-demo-"));
    const child = spawn(process.execPath, [...process.execArgv, MAIN], {
      env: {
        PATH: process.env["PATH"],
        QUARRY_ENDS_WITH_PARENT: "1",
        SERVICE_DATA_DIR: folder,
        SERVICE_PORT: "0",
        SERVICE_LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const address = await listeningAddress(child);
    const secret = (await readFile(join(folder, "api-secret"), "utf8")).trim();
    return new DemoService(address, child, folder, secret);
  }

  /** Sends a request with the secret; throws with the service's own words when it is refused. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${this.#secret}`);
    const response = await fetch(this.address + path, { ...init, headers });
    if (!response.ok) throw new Error(`${init.method ?? "GET"} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const response = await this.call(path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Answer;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      this.#process.kill("SIGTERM");
      await once(this.#process, "exit");
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The service prints where it listens; when it ends instead, its own message is on standard error. */
const listeningAddress = async (child: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error("the service did not start");
};
