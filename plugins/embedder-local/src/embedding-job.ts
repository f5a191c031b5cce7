import { type QueryWords, queryWords } from "@quarry/text";
import { writeDocumentVector } from "./document-vector.ts";

/** What the thread is asked to do. */
export type EmbeddingJob =
  | { readonly kind: "documents"; readonly texts: readonly string[]; readonly dimension: number }
  | { readonly kind: "query-words"; readonly texts: readonly string[] };

export interface EmbeddingJobResults {
  /** The vectors one after the other. */
  readonly documents: Float32Array<ArrayBuffer>;
  readonly "query-words": readonly QueryWords[];
}

export type EmbeddingJobResult<Job extends EmbeddingJob = EmbeddingJob> = EmbeddingJobResults[Job["kind"]];

/** Does a job: pure, CPU only, linear in the length of the texts. */
export function runEmbeddingJob(job: EmbeddingJob): EmbeddingJobResult {
  return job.kind === "documents" ? documentVectors(job.texts, job.dimension) : job.texts.map(queryWords);
}

function documentVectors(texts: readonly string[], dimension: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(texts.length * dimension);
  for (const [index, text] of texts.entries())
    writeDocumentVector(text, all.subarray(index * dimension, (index + 1) * dimension));
  return all;
}
