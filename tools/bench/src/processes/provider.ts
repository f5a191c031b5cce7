import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const MAIN = new URL("../../../provider-servers/src/main.ts", import.meta.url);

/** What a provider has seen since it began. */
export interface ProviderSeen {
  readonly calls: number;
  readonly texts: number;
  readonly maxConcurrent: number;
  /** What the ended calls took, one after the other. */
  readonly callMs: number;
}

/** A server that speaks the protocol of OpenAI, in a process of its own. */
export class Provider implements AsyncDisposable {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#process = child;
    this.url = url;
  }

  static async start(latencyMs: number): Promise<Provider> {
    const child = spawn(
      process.execPath,
      [...process.execArgv, MAIN.pathname, "openai", "--latency", String(latencyMs)],
      { stdio: ["ignore", "pipe", "inherit", "ipc"] },
    );
    for await (const line of createInterface({ input: child.stdout! })) {
      child.stdout!.resume();
      return new Provider(child, (JSON.parse(line) as { readonly url: string }).url);
    }
    throw new Error("the provider ended before it listened; what it said stands above");
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async seen(): Promise<ProviderSeen> {
    const answer = once(this.#process, "message") as Promise<[ProviderSeen]>;
    this.#process.send("seen");
    const [seen] = await answer;
    return seen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}
