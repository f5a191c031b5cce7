import { type EmbeddingJobResult, type EmbeddingTask, runEmbeddingJob } from "./embedding-job.ts";

/** Piscina task that executes a job; returns undefined if the job was cancelled. */
export default ({ job, givenUp }: EmbeddingTask): EmbeddingJobResult | undefined =>
  runEmbeddingJob(job, () => Atomics.load(givenUp, 0) === 1);
