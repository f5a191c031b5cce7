import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { median, percentile, type Quarry } from "@quarry/services/kit";
import type { Breach } from "../breaches.ts";

/** With a slower health check an orchestrator would restart the service. */
const MAX_ANSWER_MS = 10_000;
const HEALTH_EVERY_MS = 100;
/** Node includes the interval itself in the delay. */
const RESOLUTION_MS = 10;
const MEMORY_EVERY_MS = 1_000;
/** Shorter runs consist entirely of warm-up. */
const JUDGED_FROM_MINUTES = 5;
/** Warm-up share of the run: caches fill, code is compiled, the number of documents grows to its maximum. */
const WARM_UP = 0.4;
/** Largest ratio of the median memory in the last third after warm-up to that in the first third. */
const MAX_GROWTH = 1.1;

/** Monitors something concurrently with the load. The returned function stops it and returns the report. */
type Watch = () => Promise<readonly string[]>;

/** Polls GET /health continuously: the response time is about the time for which the event loop was busy. */
export const watchHealth = (service: Quarry, breach: Breach): Watch => {
  const state = { isOver: false };
  const latencies: number[] = [];
  // Event loop delay of this process: a check can't be faster than this process polls.
  const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  own.enable();
  const watching = (async () => {
    while (!state.isOver) {
      const started = performance.now();
      try {
        const response = await fetch(`${service.address}/health`, { signal: AbortSignal.timeout(MAX_ANSWER_MS) });
        await response.arrayBuffer();
        if (response.status !== 200) breach("health check failed", `${response.status}`);
      } catch (error) {
        breach("health check failed", String((error as Error).cause ?? error));
      }
      latencies.push(performance.now() - started);
      await pause(Math.max(0, HEALTH_EVERY_MS - latencies.at(-1)!));
    }
  })();
  return async () => {
    state.isOver = true;
    await watching;
    own.disable();
    const show = (p: number) => percentile(latencies, p).toFixed(1);
    const late = Math.max(0, own.percentile(99) / 1e6 - RESOLUTION_MS).toFixed(1);
    return [
      `GET /health (ms, ${latencies.length} times): p50 ${show(0.5)}, p99 ${show(0.99)}, max ${show(1)}` +
        `; this process's own event loop was late by p99 ${late}`,
    ];
  };
};

/** Checks that memory is steady: after warm-up, the last third of the run uses at most a tenth more than the first. */
export const watchMemory = (service: Quarry, breach: Breach): Watch => {
  const state = { isOver: false };
  const samples: number[] = [];
  const started = performance.now();
  const watching = (async () => {
    while (!state.isOver && service.isRunning) {
      samples.push((await service.usage()).memoryMb);
      await pause(MEMORY_EVERY_MS);
    }
  })();
  return async () => {
    state.isOver = true;
    await watching;
    const isJudged = performance.now() - started >= JUDGED_FROM_MINUTES * 60_000;
    const judged = samples.slice(Math.floor(samples.length * WARM_UP));
    const third = Math.ceil(judged.length / 3);
    const [early, late] = [median(judged.slice(0, third)), median(judged.slice(-third))];
    const tenth = Math.ceil(samples.length / 10);
    const tenths = Array.from({ length: Math.ceil(samples.length / tenth) }, (_, index) =>
      median(samples.slice(index * tenth, (index + 1) * tenth)).toFixed(0),
    );
    if (isJudged && late > early * MAX_GROWTH)
      breach("memory grows", `from ${early.toFixed(0)} to ${late.toFixed(0)} MB after warm-up`);
    return [
      `memory (RSS, MB): peak ${Math.max(...samples).toFixed(0)}; each tenth of the run, median: ${tenths.join(" ")}`,
      `  after warm-up (the first ${WARM_UP * 100} %): first third ${early.toFixed(0)}, last third ${late.toFixed(0)}, ` +
        `ratio ${(late / early).toFixed(2)} (steady: at most ${MAX_GROWTH}${isJudged ? "" : "; not judged in a run this short"})`,
    ];
  };
};
