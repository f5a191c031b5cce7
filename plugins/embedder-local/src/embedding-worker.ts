import { type EmbeddingJobResult, type EmbeddingTask, runEmbeddingJob } from "./embedding-job.ts";

/** The Piscina task: a job, with nothing for an answer if it was given up. */
export default ({ job, givenUp }: EmbeddingTask): EmbeddingJobResult | undefined =>
  runEmbeddingJob(job, () => Atomics.load(givenUp, 0) === 1);
