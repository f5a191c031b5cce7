import { workerData } from "node:worker_threads";
import { answerWith, serveCalls } from "@quarry/plugin/workers";
import { PassageIndexError, type PassageIndexErrorReason } from "../../passage-index-error.ts";
import type { Asked } from "../../protocol.ts";
import { toPassageIndexError } from "../../sqlite/sqlite-failure.ts";
import type { QuestionAnswers, SearcherOperation, SearcherQuestion } from "../protocol.ts";
import { CollectionSearches } from "./collection-searches.ts";

const { cacheBytes } = workerData as { readonly cacheBytes: number };

const answer = answerWith(({ parameters, checkpoint }) =>
  searches.run((parameters as Asked<SearcherOperation>).operation, checkpoint),
);

const channel = serveCalls({
  receive: (calls) => calls.forEach(answer),
  toFailure: toPassageIndexError,
  failed: ({ reason, message }) => new PassageIndexError({ reason: reason as PassageIndexErrorReason, message }),
});

const searches = new CollectionSearches(
  cacheBytes,
  <Kind extends SearcherQuestion["kind"]>(question: Extract<SearcherQuestion, { readonly kind: Kind }>) =>
    channel.ask(question) as Promise<QuestionAnswers[Kind]>,
);
