import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Usage } from "./usage.ts";

const PROBE = new URL("./probe.ts", import.meta.url).href;

/** A server in a process of its own, so that what it uses can be told from what its callers use. */
export class MeasuredProcess implements AsyncDisposable {
  /** What it listens on. */
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.port = port;
  }

  /** Starts a program that prints its address once it accepts requests. */
  static async start(
    program: URL,
    programArguments: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<MeasuredProcess> {
    const child = spawn(
      process.execPath,
      [...process.execArgv, ...extraNodeOptions(), "--import", PROBE, program.pathname, ...programArguments],
      { env: { ...inherited(), ...environment }, stdio: ["ignore", "pipe", "inherit", "ipc"] },
    );
    const port = await listeningPort(child);
    child.stdout!.resume();
    return new MeasuredProcess(child, port);
  }

  usage(): Promise<Usage> {
    return this.#ask("usage");
  }

  /** As `usage`, when garbage has been collected: for what is held at this moment. */
  usageWithoutGarbage(): Promise<Usage> {
    return this.#ask("usage without garbage");
  }

  /** CPU milliseconds that the process uses while `work` runs. */
  async cpuWhile(work: () => Promise<unknown>): Promise<number> {
    const before = await this.usage();
    await work();
    const after = await this.usage();
    return after.cpuMs - before.cpuMs;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #ask(question: string): Promise<Usage> {
    const answer = once(this.#process, "message") as Promise<[Usage]>;
    this.#process.send(question);
    const [usage] = await answer;
    return usage;
  }
}

/** The search path, and what every `npm run` has. */
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ["PATH", "NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** For a look inside: `BENCH_NODE_OPTIONS=--cpu-prof` profiles the measured processes. */
const extraNodeOptions = (): readonly string[] => (process.env["BENCH_NODE_OPTIONS"] ?? "").split(" ").filter(Boolean);

const listeningPort = async (child: ChildProcess): Promise<number> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /http:\S+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error("the measured process ended before it listened; what it said stands above");
};
