import { type QueryWords, queryWords } from "@quarry/text";
import { writeDocumentVector } from "./document-vector.ts";
import { type EnglishWordTable, readEnglishWords } from "./english/read-english-words.ts";
import { weightsOf } from "./text-weights.ts";

interface DocumentsJob {
  readonly kind: "documents";
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimension: number;
}

/** Job for the embedding thread. */
export type EmbeddingJob =
  | DocumentsJob
  | { readonly kind: "query-words"; readonly texts: readonly string[] }
  | { readonly kind: "english-words" };

/** A job as sent to the thread. */
export interface EmbeddingTask {
  readonly job: EmbeddingJob;
  /** 1 once no caller waits for the result. Shared memory, because a busy thread receives no messages. */
  readonly givenUp: Int32Array;
}

export interface EmbeddingJobResults {
  /** Concatenated vectors. */
  readonly documents: Float32Array<ArrayBuffer>;
  readonly "query-words": readonly QueryWords[];
  readonly "english-words": EnglishWordTable;
}

export type EmbeddingJobResult<Job extends EmbeddingJob = EmbeddingJob> = EmbeddingJobResults[Job["kind"]];

/**
 * Executes a job. Uses only CPU, apart from reading the plugin's own file; linear in the length of the texts. Calls
 * `isGivenUp` before each text, and returns no result once it is true.
 */
export function runEmbeddingJob(job: EmbeddingJob, isGivenUp: () => boolean): EmbeddingJobResult | undefined {
  switch (job.kind) {
    case "documents":
      return documentVectors(job, isGivenUp);
    case "query-words":
      return wordsOfQueries(job.texts, isGivenUp);
    case "english-words":
      return readEnglishWords();
  }
}

function documentVectors(
  { model, texts, dimension }: DocumentsJob,
  isGivenUp: () => boolean,
): Float32Array<ArrayBuffer> | undefined {
  const weights = weightsOf(model);
  const all = new Float32Array(texts.length * dimension);
  for (const [index, text] of texts.entries()) {
    if (isGivenUp()) return undefined;
    writeDocumentVector(text, all.subarray(index * dimension, (index + 1) * dimension), weights);
  }
  return all;
}

function wordsOfQueries(texts: readonly string[], isGivenUp: () => boolean): readonly QueryWords[] | undefined {
  const all: QueryWords[] = [];
  for (const text of texts) {
    if (isGivenUp()) return undefined;
    all.push(queryWords(text));
  }
  return all;
}
