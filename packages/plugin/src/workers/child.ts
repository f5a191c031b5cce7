import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { workerFlags } from "./worker-module.ts";

/** Enough for the sentence in which a process says why it ends, with its stack after it. */
const KEPT_CHARACTERS = 16_384;

/** Its last words may come after the news of its end; not always, when something of it holds the pipe open. */
const LAST_WORDS_MS = 200;

/**
 * Environment variables that every child may know: where things lie and how the system speaks, no settings and no
 * secrets.
 */
const PASSED_ON: readonly string[] = [
  ...["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SystemRoot"],
  ...["NODE_COMPILE_CACHE", "NODE_EXTRA_CA_CERTS"],
];

export interface ChildOptions {
  readonly module: URL;
  readonly arguments?: readonly string[];
  /** Names of what else of the environment is passed on. */
  readonly environment?: readonly string[];
  /** Megabytes of JavaScript heap. */
  readonly memoryMegabytes?: number;
}

/** How a process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last that it wrote to its standard error. */
  readonly lastWords: string;
}

/** A Node process that is talked with by messages, for what could take the service down. It leads a group of its own. */
export class Child<Incoming, Outgoing extends object> {
  /** Resolves when nothing of it is left, with the error where it never was a process. */
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
        [...PASSED_ON, ...environment].flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      detached: HAS_GROUPS,
    });
    this.#process.on("message", (message) => receive(message as Incoming));
    // Reading to the end keeps a talkative process from blocking.
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastOutput = (this.#lastOutput + text).slice(-KEPT_CHARACTERS);
    });
    this.ended = this.#end();
  }

  get isAlive(): boolean {
    const { connected, exitCode, signalCode } = this.#process;
    return connected && exitCode === null && signalCode === null;
  }

  /** A process that has died can't be told anything: `onLost` hears of it, and so does who waits for its end. */
  send(message: Outgoing, onLost: (error: Error) => void = () => undefined): void {
    this.#process.send(message, (error) => {
      if (error !== null) onLost(error);
    });
  }

  /** Ends it and what it started, whatever they do. */
  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(HAS_GROUPS ? -pid : pid, "SIGKILL");
    } catch {
      // Nobody of them is left.
    }
  }

  /** Lets it end by itself when it has nothing to do; after a time it is ended. */
  async retire(graceMs: number): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await Promise.race([this.ended, delay(graceMs, undefined, { ref: false })]);
    this.kill();
  }

  /** Whether it keeps this process from ending. Default: true. */
  keepAwake(isAwake: boolean): void {
    const stderr = this.#process.stderr as { ref?(): void; unref?(): void } | null;
    for (const part of [this.#process, this.#process.channel, stderr]) (isAwake ? part?.ref : part?.unref)?.call(part);
  }

  async #end(): Promise<ChildEnd | Error> {
    const closed = once(this.#process, "close").catch(() => undefined);
    try {
      const [code, signal] = (await once(this.#process, "exit")) as [number | null, NodeJS.Signals | null];
      // Processes that the child started have lost their purpose.
      this.kill();
      await Promise.race([closed, delay(LAST_WORDS_MS)]);
      return { code, signal, lastWords: this.#lastOutput };
    } catch (error) {
      return error as Error;
    }
  }
}

const HAS_GROUPS = process.platform !== "win32";
