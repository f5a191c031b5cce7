import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Usage } from "./usage.ts";

const PROBE = new URL("./probe.ts", import.meta.url).href;

/** A hanging stop is an error; the service's own limit is 10 s. */
const STOP_DEADLINE_MS = 40_000;

export interface ChildServerOptions {
  /** Program and arguments, after the flags of this process. */
  readonly command: readonly string[];
  /** Complete environment, except for the search path and the variables set by `tools/with-node.mjs`. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Receives each line of its stderr; by default they go to this process's stderr. */
  readonly onLine?: (line: string) => void;
}

/** A server in a child process, which prints its address and reports its resource usage. */
export class ChildServer implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #port: number | undefined;

  constructor({ command, environment, onLine }: ChildServerOptions) {
    // Options for profiling, such as --cpu-prof.
    const options = (process.env["TOOL_NODE_OPTIONS"] ?? "").split(" ").filter(Boolean);
    this.#child = spawn(process.execPath, [...process.execArgv, ...options, "--import", PROBE, ...command], {
      env: { ...inherited(), ...environment },
      stdio: ["ignore", "pipe", onLine === undefined ? "inherit" : "pipe", "ipc"],
    });
    const end = () => this.#child.kill("SIGKILL");
    process.once("exit", end);
    this.#child.once("exit", () => process.off("exit", end));
    // "close" is emitted when its output is read to the end.
    this.#closed = once(this.#child, "close");
    if (onLine !== undefined) createInterface({ input: this.#child.stderr! }).on("line", onLine);
  }

  /** Resolves when it accepts requests. */
  async listening(): Promise<this> {
    for await (const line of createInterface({ input: this.#child.stdout! })) {
      const port = /http:\S+:(\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      this.#port = Number(port);
      this.#child.stdout!.resume();
      return this;
    }
    throw new Error("a server ended before it listened");
  }

  get port(): number {
    return this.#port!;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  usage(): Promise<Usage> {
    return this.ask<Usage>("usage");
  }

  /** Returns the usage after a garbage collection, to measure retained memory. */
  usageWithoutGarbage(): Promise<Usage> {
    return this.ask<Usage>("usage without garbage");
  }

  /** Sends a request to the program over its channel. */
  async ask<Answer>(question: string): Promise<Answer> {
    if (!this.isRunning) throw new Error("the process that is asked has ended");
    const answer = once(this.#child, "message") as Promise<[Answer]>;
    const ended = this.#closed.then(() => {
      throw new Error("the process that is asked has ended");
    });
    this.#child.send(question);
    return (await Promise.race([answer, ended]))[0];
  }

  /** Stops it cleanly. Returns a description of any problem with its exit. */
  async stop(): Promise<string | undefined> {
    if (!this.isRunning) return `it had ended before: ${this.#child.exitCode ?? this.#child.signalCode}`;
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_DEADLINE_MS);
    this.#child.kill("SIGTERM");
    await this.#closed;
    clearTimeout(timer);
    const { exitCode, signalCode } = this.#child;
    return exitCode === 0 ? undefined : `it ended with ${exitCode ?? signalCode}`;
  }

  /** Kills it, which simulates a power failure, and returns when it is gone. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isRunning) await this.stop();
  }
}

const inherited = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } = process.env;
  return { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX };
};
