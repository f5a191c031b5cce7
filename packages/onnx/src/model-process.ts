import { pathToFileURL } from "node:url";
import { Child, type ChildEnd, workerModule } from "@quarry/plugin/workers";
import { ModelFailure } from "./model-failure.ts";
import type { FromModel, ModelInfo, ModelJob, ModelOptions, ToModel } from "./model-protocol.ts";

/** Enough for a large model from a slow disk or over a slow connection. */
const LOAD_TIMEOUT_MS = 30 * 60_000;

/** A batch takes well under a minute. One that runs this long hangs, and would block every other call. */
const RUN_TIMEOUT_MS = 5 * 60_000;

/** Length of a dying process's output that is retained, in characters: enough for the reason. */
const KEPT_ERROR_CHARACTERS = 1_000;

/**
 * Environment variables for the model's process, in addition to those of every child process: for the GPU, the hub, and
 * proxies.
 */
const ENVIRONMENT: readonly string[] = [
  ...["CUDA_PATH", "CUDA_VISIBLE_DEVICES"],
  // Login for restricted models on the hub.
  ...["HF_TOKEN", "HF_ACCESS_TOKEN"],
  ...["NODE_USE_ENV_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy"],
];

export interface ModelProcessOptions {
  /** Default: the file of this package. */
  readonly childFile?: string;
  /** Default: five minutes. */
  readonly runTimeoutMs?: number;
}

interface Asked<Info, Answer> {
  readonly resolve: (answer: FromModel<Info, Answer>) => void;
  readonly reject: (failure: ModelFailure) => void;
}

/**
 * Process that contains a model and executes one job at a time. A thread would not do: the runtime computes in native
 * code, so ending the thread meanwhile, or a crash, would end the whole service.
 */
export class ModelProcess<Options = ModelOptions, Info = ModelInfo, Job = ModelJob, Answer = Float32Array> {
  /** Rejects with a `ModelFailure`; the process has ended or will end then. */
  readonly loaded: Promise<Info>;
  /** Resolves when the process is completely gone. */
  readonly ended: Promise<void>;
  readonly #child: Child<FromModel<Info, Answer>, ToModel<Options, Job>>;
  readonly #runTimeoutMs: number;
  #pending: Asked<Info, Answer> | undefined;
  #failure: ModelFailure | undefined;

  constructor(model: Options, { childFile, runTimeoutMs = RUN_TIMEOUT_MS }: ModelProcessOptions) {
    this.#runTimeoutMs = runTimeoutMs;
    const module = childFile === undefined ? workerModule(import.meta.url, "./child/main") : pathToFileURL(childFile);
    this.#child = new Child({ module, environment: ENVIRONMENT }, (answer) =>
      this.#answer((requested) => requested.resolve(answer)),
    );
    this.ended = this.#child.ended.then((end) => this.#fail(endFailure(end)));
    this.loaded = this.#load(model);
  }

  get isAlive(): boolean {
    return this.#failure === undefined && this.#child.isAlive;
  }

  async run(job: Job): Promise<Answer> {
    const answer = await this.#request({ type: "run", job }, this.#runTimeoutMs, "a batch");
    if (answer.type === "done") return answer.values;
    throw unexpected(answer);
  }

  /** Ends the process, whatever it is doing. */
  end(failure: ModelFailure): Promise<void> {
    this.#fail(failure);
    // Keeps this process alive until the child ends, for callers that await it.
    this.#child.keepAwake(true);
    return this.ended;
  }

  async #load(options: Options): Promise<Info> {
    const answer = await this.#request({ type: "load", options }, LOAD_TIMEOUT_MS, "loading the model");
    if (answer.type === "loaded") return answer.info;
    const failure = unexpected(answer);
    this.#fail(failure);
    throw failure;
  }

  async #request(message: ToModel<Options, Job>, timeoutMs: number, what: string): Promise<FromModel<Info, Answer>> {
    if (this.#failure !== undefined) throw this.#failure;
    const expire = () => this.#fail(new ModelFailure("limit", `${what} took longer than ${timeoutMs / 1000} s`));
    const deadline = setTimeout(expire, timeoutMs);
    this.#child.keepAwake(true);
    try {
      return await new Promise<FromModel<Info, Answer>>((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#child.send(message, ({ message: cause }) =>
          this.#fail(new ModelFailure("unavailable", `the model's process ended (${cause})`)),
        );
      });
    } finally {
      clearTimeout(deadline);
      // An idle model must not keep the service from exiting.
      this.#child.keepAwake(false);
    }
  }

  #answer(give: (requested: Asked<Info, Answer>) => void): void {
    const requested = this.#pending;
    this.#pending = undefined;
    if (requested !== undefined) give(requested);
  }

  #fail(failure: ModelFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    this.#child.kill();
    this.#answer((requested) => requested.reject(failure));
  }
}

const endFailure = (end: ChildEnd | Error): ModelFailure => {
  if (end instanceof Error) {
    return new ModelFailure("unavailable", `the model's process could not be started (${end.message})`);
  }
  const words = end.lastWords.slice(-KEPT_ERROR_CHARACTERS).trim();
  const how = end.signal === null ? `with code ${end.code}` : `by ${end.signal}`;
  return new ModelFailure("unavailable", `the model's process ended ${how}${words === "" ? "" : `: ${words}`}`);
};

const unexpected = (answer: FromModel<unknown, unknown>): ModelFailure =>
  answer.type === "failed"
    ? new ModelFailure(answer.reason, answer.message)
    : new ModelFailure("internal", `the model's process sent an unexpected answer "${answer.type}"`);
