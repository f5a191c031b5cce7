import { type QueryWords, queryWords } from "@quarry/text";
import { writeDocumentVector } from "./document-vector.ts";
import { type EnglishWordTable, readEnglishWords } from "./english/read-english-words.ts";

/** What the thread is asked to do. */
export type EmbeddingJob =
  | { readonly kind: "documents"; readonly texts: readonly string[]; readonly dimension: number }
  | { readonly kind: "query-words"; readonly texts: readonly string[] }
  | { readonly kind: "english-words" };

export interface EmbeddingJobResults {
  /** The vectors one after the other. */
  readonly documents: Float32Array<ArrayBuffer>;
  readonly "query-words": readonly QueryWords[];
  readonly "english-words": EnglishWordTable;
}

export type EmbeddingJobResult<Job extends EmbeddingJob = EmbeddingJob> = EmbeddingJobResults[Job["kind"]];

/** Does a job: CPU only, but for reading the plugin's own file; linear in the length of the texts. */
export function runEmbeddingJob(job: EmbeddingJob): EmbeddingJobResult {
  switch (job.kind) {
    case "documents":
      return documentVectors(job.texts, job.dimension);
    case "query-words":
      return job.texts.map(queryWords);
    case "english-words":
      return readEnglishWords();
  }
}

function documentVectors(texts: readonly string[], dimension: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(texts.length * dimension);
  for (const [index, text] of texts.entries())
    writeDocumentVector(text, all.subarray(index * dimension, (index + 1) * dimension));
  return all;
}
