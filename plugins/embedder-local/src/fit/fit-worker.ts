import { parentPort } from "node:worker_threads";
import { fitToBytes } from "./fit-bytes.ts";
import { learnFit } from "./learn-fit.ts";

export interface FitJob {
  readonly texts: readonly string[];
  readonly dimension: number;
}

/** One fit, and the thread has done its work. */
parentPort!.once("message", ({ texts, dimension }: FitJob) => {
  const bytes = fitToBytes(learnFit(texts, dimension));
  parentPort!.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
});
