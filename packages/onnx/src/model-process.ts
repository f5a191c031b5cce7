import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "./child-environment.ts";
import { ModelFailure } from "./model-failure.ts";
import type { FromModel, ModelInfo, ModelJob, ModelOptions, ToModel } from "./model-protocol.ts";

/** A large model from a slow disk or a slow line. */
const LOAD_TIMEOUT_MS = 30 * 60_000;

/** A batch takes well under a minute. One that runs this long hangs, and would stop every other call. */
const RUN_TIMEOUT_MS = 5 * 60_000;

/** Of what a dying process says, enough for the reason. */
const KEPT_ERROR_CHARACTERS = 1_000;

const CHILD_FILE = fileURLToPath(
  new URL(`./child/main.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url),
);

export interface ModelProcessOptions {
  /** Default: this package's own. */
  readonly childFile?: string;
  /** Default: five minutes. */
  readonly runTimeoutMs?: number;
}

interface Asked {
  readonly resolve: (answer: FromModel) => void;
  readonly reject: (failure: ModelFailure) => void;
}

/**
 * A process with a model in it, that does one thing at a time. A process and not a thread: the runtime computes in
 * native code, a thread that is ended meanwhile takes the whole service with it, and so would a crash.
 */
export class ModelProcess {
  /** Rejects with a `ModelFailure`; the process has ended or will then. */
  readonly loaded: Promise<ModelInfo>;
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #runTimeoutMs: number;
  #asked: Asked | undefined;
  #failure: ModelFailure | undefined;
  #lastWords = "";

  constructor(model: ModelOptions, { childFile = CHILD_FILE, runTimeoutMs = RUN_TIMEOUT_MS }: ModelProcessOptions) {
    this.#runTimeoutMs = runTimeoutMs;
    this.#child = fork(childFile, [], {
      serialization: "advanced",
      execArgv: [],
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-KEPT_ERROR_CHARACTERS);
    });
    this.#child.on("message", (answer: FromModel) => this.#answer((asked) => asked.resolve(answer)));
    this.ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#fail(new ModelFailure("unavailable", `the model's process could not be started (${error.message})`));
        if (this.#child.pid === undefined) resolve();
      });
      this.#child.on("close", (code, signal) => {
        this.#fail(this.#crash(code, signal));
        resolve();
      });
    });
    this.loaded = this.#load(model);
  }

  get isAlive(): boolean {
    return this.#failure === undefined;
  }

  async run(job: ModelJob): Promise<Float32Array> {
    const answer = await this.#ask({ type: "run", job }, this.#runTimeoutMs, "a batch");
    if (answer.type === "done") return answer.values;
    throw unexpected(answer);
  }

  /** Ends it, whatever it does. */
  end(failure: ModelFailure): Promise<void> {
    this.#fail(failure);
    // Who waits for its end must live to see it.
    this.#keepAwake(true);
    return this.ended;
  }

  async #load(options: ModelOptions): Promise<ModelInfo> {
    const answer = await this.#ask({ type: "load", options }, LOAD_TIMEOUT_MS, "loading the model");
    if (answer.type === "loaded") return answer.info;
    const failure = unexpected(answer);
    this.#fail(failure);
    throw failure;
  }

  async #ask(message: ToModel, timeoutMs: number, what: string): Promise<FromModel> {
    if (this.#failure !== undefined) throw this.#failure;
    const expire = () => this.#fail(new ModelFailure("limit", `${what} took longer than ${timeoutMs / 1000} s`));
    const deadline = setTimeout(expire, timeoutMs);
    this.#keepAwake(true);
    try {
      return await new Promise<FromModel>((resolve, reject) => {
        this.#asked = { resolve, reject };
        this.#child.send(message, (error) => {
          if (error !== null)
            this.#fail(new ModelFailure("unavailable", `the model's process ended (${error.message})`));
        });
      });
    } finally {
      clearTimeout(deadline);
      // An idle model must not keep the service from ending.
      this.#keepAwake(false);
    }
  }

  #answer(give: (asked: Asked) => void): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) give(asked);
  }

  #fail(failure: ModelFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    this.#child.kill("SIGKILL");
    this.#answer((asked) => asked.reject(failure));
  }

  #crash(code: number | null, signal: NodeJS.Signals | null): ModelFailure {
    const words = this.#lastWords.trim();
    const end = signal === null ? `with code ${code}` : `by ${signal}`;
    return new ModelFailure("unavailable", `the model's process ended ${end}${words === "" ? "" : `: ${words}`}`);
  }

  #keepAwake(isAwake: boolean): void {
    const parts = [this.#child, this.#child.channel, this.#child.stderr as { ref?(): void; unref?(): void } | null];
    for (const part of parts) (isAwake ? part?.ref : part?.unref)?.call(part);
  }
}

const unexpected = (answer: FromModel): ModelFailure =>
  answer.type === "failed"
    ? new ModelFailure(answer.reason, answer.message)
    : new ModelFailure("internal", `the model's process answered "${answer.type}" out of turn`);
