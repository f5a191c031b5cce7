import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { workerFlags } from "./worker-module.ts";

/**
 * Characters of error output that are retained: enough for the message with which a process ends, followed by its stack
 * trace.
 */
const MAX_OUTPUT_CHARACTERS = 16_384;

/**
 * Milliseconds to wait for remaining error output after the exit event. The stream does not always close, if a
 * subprocess holds the pipe open.
 */
const OUTPUT_WAIT_MS = 200;

/** Environment variables that every child receives: paths, locale and the like, no settings and no secrets. */
const PASSED_ENVIRONMENT: readonly string[] = [
  ...["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SystemRoot"],
  ...["NODE_COMPILE_CACHE", "NODE_EXTRA_CA_CERTS"],
];

export interface ChildOptions {
  readonly module: URL;
  readonly arguments?: readonly string[];
  /** Names of additional environment variables that are passed on. */
  readonly environment?: readonly string[];
  /** Limit of the JavaScript heap, in megabytes. */
  readonly memoryMegabytes?: number;
}

/** Exit status of a process. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Last part of its standard error output. */
  readonly lastWords: string;
}

/** Node child process with message passing, for code that could crash the service. It leads its own process group. */
export class Child<Incoming, Outgoing extends object> {
  /** Resolves when the process has ended; with the error if it could not be started. */
  readonly ended: Promise<ChildEnd | Error>;
  readonly #process: ChildProcess;
  #lastOutput = "";

  constructor(options: ChildOptions, receive: (message: Incoming) => void) {
    const { module, arguments: parameters = [], environment = [], memoryMegabytes } = options;
    const heap = memoryMegabytes === undefined ? [] : [`--max-old-space-size=${memoryMegabytes}`];
    this.#process = fork(fileURLToPath(module), parameters, {
      serialization: "advanced",
      execArgv: [...workerFlags(), ...heap],
      env: Object.fromEntries(
        [...PASSED_ENVIRONMENT, ...environment].flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      detached: HAS_GROUPS,
    });
    this.#process.on("message", (message) => receive(message as Incoming));
    // Reading continuously keeps a process with much output from blocking.
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastOutput = (this.#lastOutput + text).slice(-MAX_OUTPUT_CHARACTERS);
    });
    this.ended = this.#end();
  }

  get isAlive(): boolean {
    const { connected, exitCode, signalCode } = this.#process;
    return connected && exitCode === null && signalCode === null;
  }

  /** Sends a message. If the process has died, the message is lost: `onLost` is called, and `ended` resolves. */
  send(message: Outgoing, onLost: (error: Error) => void = () => undefined): void {
    this.#process.send(message, (error) => {
      if (error !== null) onLost(error);
    });
  }

  /** Kills the process and the processes that it started, whatever they do. */
  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(HAS_GROUPS ? -pid : pid, "SIGKILL");
    } catch {
      // No process of the group is left.
    }
  }

  /** Lets the process end by itself once it has nothing to do; kills it after the grace period. */
  async retire(graceMs: number): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await Promise.race([this.ended, delay(graceMs, undefined, { ref: false })]);
    this.kill();
  }

  /** Sets whether the child keeps this process from exiting. Default: true. */
  keepAwake(isAwake: boolean): void {
    const stderr = this.#process.stderr as { ref?(): void; unref?(): void } | null;
    for (const part of [this.#process, this.#process.channel, stderr]) (isAwake ? part?.ref : part?.unref)?.call(part);
  }

  async #end(): Promise<ChildEnd | Error> {
    const closed = once(this.#process, "close").catch(() => undefined);
    try {
      const [code, signal] = (await once(this.#process, "exit")) as [number | null, NodeJS.Signals | null];
      // Processes that the child started are no longer needed.
      this.kill();
      await Promise.race([closed, delay(OUTPUT_WAIT_MS)]);
      return { code, signal, lastWords: this.#lastOutput };
    } catch (error) {
      return error as Error;
    }
  }
}

const HAS_GROUPS = process.platform !== "win32";
