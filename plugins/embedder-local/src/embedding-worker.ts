import { parentPort, workerData } from "node:worker_threads";
import { type NumberedJob, runEmbeddingJob } from "./embedding-job.ts";
import { GivenUpJob } from "./given-up-job.ts";

const givenUp = new GivenUpJob(workerData as SharedArrayBuffer);

/** One job at a time: the main thread sends the next when this one is answered, with nothing if it was given up. */
parentPort!.on("message", ({ number, job }: NumberedJob) => {
  const result = runEmbeddingJob(job, () => givenUp.is(number));
  parentPort!.postMessage(result, result instanceof Float32Array ? [result.buffer] : []);
});
