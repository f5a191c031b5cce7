import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url));
/** That of the script "start" in package.json. */
const START_OPTION = "--max-semi-space-size=4";

/** Sends a request with the secret; throws with the service's own words when it is refused. */
export type Call = <Answer>(method: string, path: string, body?: FormData | object) => Promise<Answer>;

export const callerOf =
  (address: string, secret: string): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    };
    const content = isForm ? body : JSON.stringify(body);
    const response = await fetch(address + path, { method, headers, ...(content !== undefined && { body: content }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

/** Quarry in a process of its own, as `npm start` runs it, on an empty data folder that is removed at the end. */
export class OwnService implements AsyncDisposable {
  readonly address: string;
  readonly secret: string;
  readonly call: Call;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, secret: string, child: ChildProcess, folder: string) {
    this.address = address;
    this.secret = secret;
    this.call = callerOf(address, secret);
    this.#child = child;
    this.#folder = folder;
  }

  /** `environment` comes on top of the caller's own. */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<OwnService> {
    const folder = await mkdtemp(join(tmpdir(), "quarry-own-service-"));
    const secret = randomBytes(24).toString("base64url");
    const child = spawn(process.execPath, [...process.execArgv, START_OPTION, MAIN], {
      env: {
        ...process.env,
        SERVICE_LOG_LEVEL: "warn",
        ...environment,
        SERVICE_HOST: "127.0.0.1",
        SERVICE_PORT: "0",
        SERVICE_DATA_DIR: folder,
        SERVICE_API_SECRET: secret,
        QUARRY_ENDS_WITH_PARENT: "1",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const address = await listeningAddress(child);
    if (address === undefined) {
      await rm(folder, { recursive: true, force: true });
      throw new Error("the service did not start; what it says stands above");
    }
    return new OwnService(address, secret, child, folder);
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

const listeningAddress = async (child: ChildProcess): Promise<string | undefined> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /listens on (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout!.resume();
    return address;
  }
  return undefined;
};
