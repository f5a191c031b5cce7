import { parentPort, workerData } from "node:worker_threads";
import type { QuestionAnswers, SearcherOperation, SearcherQuestion } from "../protocol.ts";
import { answerMessages } from "./answer-messages.ts";
import { CollectionSearches } from "./collection-searches.ts";

const { cacheBytes } = workerData as { readonly cacheBytes: number };
let searches: CollectionSearches | undefined;

answerMessages<SearcherOperation>(parentPort!, async (operation, ask, checkpoint) => {
  searches ??= new CollectionSearches(
    cacheBytes,
    <Kind extends SearcherQuestion["kind"]>(question: Extract<SearcherQuestion, { readonly kind: Kind }>) =>
      ask(question) as Promise<QuestionAnswers[Kind]>,
  );
  return { value: await searches.run(operation, checkpoint) };
});
