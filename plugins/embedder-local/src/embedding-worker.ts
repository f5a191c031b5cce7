import { parentPort } from "node:worker_threads";
import { type EmbeddingJob, runEmbeddingJob } from "./embedding-job.ts";

/** One job at a time: the main thread sends the next when this one is answered. */
parentPort!.on("message", (job: EmbeddingJob) => {
  const result = runEmbeddingJob(job);
  parentPort!.postMessage(result, result instanceof Float32Array ? [result.buffer] : []);
});
