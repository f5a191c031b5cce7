import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type EmbedRequest, type PluginContext, type PluginError, secretValue } from "@quarry/plugin";
import { commandError } from "./command-error.ts";
import type { CommandSettings } from "./command-settings.ts";
import { type AnswerLine, parseLine, requestLine } from "./protocol.ts";
import { readLines } from "./read-lines.ts";

/** Above the largest batch of the largest vectors; a longer response is invalid. */
const MAX_ANSWER_CHARACTERS = 256 * 1_048_576;
const MAX_LOG_CHARACTERS = 2_000;
/** Time limits for its exit: after its input has ended, and after a signal. */
const STOP_STEPS_MS = [3_000, 2_000] as const;
/**
 * Maximum wait for the output of an ended program: it is available immediately, unless its own children still write.
 */
const DRAIN_MS = 500;
/** Variables inherited from the service's environment: none that may be a secret. */
const INHERITED = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "SystemRoot", "VIRTUAL_ENV"];

interface Waiting {
  readonly resolve: (answer: AnswerLine) => void;
  readonly reject: (error: PluginError) => void;
}

/** One process of the program, from its start to its end. */
export class RunningProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #settings: CommandSettings;
  readonly #log: PluginContext["log"];
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #gone: Promise<unknown>;
  #waiting = new Map<number, Waiting>();
  #lastOutput = "";
  #requests = 0;
  #hasAnswered = false;
  #isReady = false;
  #failure: PluginError | undefined;

  constructor(settings: CommandSettings, log: PluginContext["log"]) {
    this.#settings = settings;
    this.#log = log;
    const [program, ...args] = settings.command;
    this.#child = spawn(program!, args, {
      env: environmentOf(settings),
      ...(settings.directory !== undefined && { cwd: settings.directory }),
    });
    this.#gone = once(this.#child, "close").catch(() => {});
    this.#ready.promise.catch(() => {});
    this.#child.stdin.on("error", () => {});
    this.#child.once("error", (error) => {
      this.#fail(commandError("unavailable", `the program can't be started (setting command): ${error.message}`));
      this.#ended.resolve();
    });
    this.#child.once("exit", async (code, signal) => {
      // Its output may not be read completely yet; its child processes may keep its pipes open for long.
      await this.#endsWithin(DRAIN_MS);
      const how = signal === null ? `code ${code}` : signal;
      const words = this.#lastOutput === "" ? "" : `; it last said: ${this.#lastOutput}`;
      this.#fail(commandError("unavailable", `the program ended with ${how}${words}`));
      this.#ended.resolve();
    });
    readLines(this.#child.stdout, MAX_ANSWER_CHARACTERS, this.#take, () => {
      this.#kill(commandError("incompatible", "the program's answer is longer than any that was asked for"));
    });
    readLines(this.#child.stderr, MAX_LOG_CHARACTERS, this.#deliver, () => {});
    void this.#limitStart();
  }

  get isReady(): boolean {
    return this.#isReady && this.#failure === undefined;
  }

  /** Whether it has ever answered: a program that never has is not restarted immediately. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Resolves once the program accepts requests. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves once it is gone; `failure` then has the reason. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Reason why it has ended, or is about to end. */
  get failure(): PluginError | undefined {
    return this.#failure;
  }

  /** Sends a batch; ends a program that exceeds the time limit. */
  async embed(request: EmbedRequest): Promise<AnswerLine> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#requests += 1;
    const id = this.#requests;
    const { promise, resolve, reject } = Promise.withResolvers<AnswerLine>();
    this.#waiting.set(id, { resolve, reject });
    const { timeoutSeconds } = this.#settings;
    const timer = setTimeout(() => {
      const message = `the program did not answer within ${timeoutSeconds} s (setting timeoutSeconds) and is started anew`;
      this.#kill(commandError("unavailable", message));
    }, timeoutSeconds * 1_000);
    this.#child.stdin.write(requestLine(id, request));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Ends it by closing its input, then by a signal, then by force. */
  async stop(): Promise<void> {
    this.#fail(commandError("unavailable", "the embedder was closed"));
    this.#child.stdin.end();
    for (const [step, signal] of (["SIGTERM", "SIGKILL"] as const).entries()) {
      if (await this.#endsWithin(STOP_STEPS_MS[step]!)) return;
      this.#child.kill(signal);
    }
    await this.#gone;
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const ended = await Promise.race([this.#gone.then(() => true), late]);
    timer.abort();
    return ended;
  }

  readonly #take = (line: string): void => {
    const parsed = parseLine(line);
    if (parsed === undefined) {
      this.#log("warn", "the program printed what is no answer", { line: line.slice(0, MAX_LOG_CHARACTERS) });
    } else if ("ready" in parsed) {
      this.#isReady = true;
      this.#ready.resolve();
    } else {
      this.#hasAnswered = true;
      this.#waiting.get(parsed.id)?.resolve(parsed);
    }
  };

  readonly #deliver = (line: string): void => {
    this.#lastOutput = line;
    this.#log("info", "the program says", { line });
  };

  async #limitStart(): Promise<void> {
    const { startSeconds } = this.#settings;
    const timer = setTimeout(() => {
      const message = `the program did not say that it is ready within ${startSeconds} s (setting startSeconds)`;
      this.#kill(commandError("unavailable", message));
    }, startSeconds * 1_000);
    await this.#ready.promise.catch(() => {});
    clearTimeout(timer);
  }

  #kill(error: PluginError): void {
    this.#fail(error);
    this.#child.kill("SIGKILL");
  }

  /** The first reason is reported. */
  #fail(error: PluginError): void {
    this.#failure ??= error;
    this.#ready.reject(this.#failure);
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

const environmentOf = ({ environment }: CommandSettings): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, secretValue(value)])),
});
