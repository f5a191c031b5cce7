import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { percentile } from "../statistics.ts";

const SAMPLE_EVERY_MS = 100;

/** A health check that waits longer would have an orchestrator restart the service. */
const MAX_ANSWER_MS = 10_000;

/** Node counts the interval itself as delay. */
const RESOLUTION_MS = 10;

/** Asks GET /health over one kept connection: how long it takes is about how long the event loop was busy. */
export class HealthWatch {
  readonly #latencies: number[] = [];
  readonly #failures: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Of this process: a check can't be answered sooner than this process looks. */
  readonly #own = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #isStopped = false;

  constructor(address: string) {
    this.#own.enable();
    void this.#watch(new URL("/health", address));
  }

  stop(): void {
    this.#isStopped = true;
    this.#own.disable();
    this.#agent.destroy();
  }

  get breaches(): readonly string[] {
    return this.#failures;
  }

  get lines(): readonly string[] {
    const show = (p: number) => percentile(this.#latencies, p).toFixed(1);
    return [
      `GET /health (ms, ${this.#latencies.length} times): p50 ${show(0.5)}, p99 ${show(0.99)}, max ${show(1)}`,
      `  of it, this process's own event loop was late by p50 ${late(this.#own.percentile(50))}, ` +
        `p99 ${late(this.#own.percentile(99))}, max ${late(this.#own.max)}`,
    ];
  }

  async #watch(url: URL): Promise<void> {
    while (!this.#isStopped) {
      const started = performance.now();
      const problem = await ask(url, this.#agent);
      if (this.#isStopped) return;
      const took = performance.now() - started;
      this.#latencies.push(took);
      if (problem !== undefined) this.#failures.push(problem);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, SAMPLE_EVERY_MS - took)));
    }
  }
}

const late = (nanoseconds: number): string => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS).toFixed(1);

const ask = (url: URL, agent: Agent): Promise<string | undefined> =>
  new Promise((resolve) => {
    const call = request(url, { agent, timeout: MAX_ANSWER_MS }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200 ? undefined : `${response.statusCode}`));
    });
    call.once("timeout", () => call.destroy(new Error(`no answer within ${MAX_ANSWER_MS} ms`)));
    call.once("error", (error) => resolve(error.message));
    call.end();
  });
