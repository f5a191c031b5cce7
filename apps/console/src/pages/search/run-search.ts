import { callWithHeaders, type contract, type Message } from "../../api/rest.ts";
import { requestOf, type SearchSettings } from "./search-settings.ts";

export type RerankStatus = "applied" | "skipped" | "failed";

export interface SearchAnswer {
  readonly results: readonly Message<contract.QueryResult>[];
  readonly timings: Message<contract.QueryTimings> | undefined;
  readonly corrections: readonly Message<contract.QueryCorrection>[];
  readonly rerankStatus: RerankStatus | undefined;
  readonly termsLeftOut: number;
}

/** Highlighting options for a result card. */
const SHOWN = { fragments: 2, fragment_chars: 300 };

/** Searches one or several collections, and requests everything that explains the results. */
export const runSearch = async (
  query: string,
  settings: SearchSettings,
  signal: AbortSignal,
): Promise<SearchAnswer> => {
  const request = { ...requestOf(query, settings), explain: true, highlight: SHOWN };
  const { collections } = settings;
  const { answer, headers } = await (collections.length === 1
    ? callWithHeaders(
        "POST /v1/collections/{collection_name}/query",
        { ...request, collection_name: collections[0]! },
        signal,
      )
    : callWithHeaders("POST /v1/query", { ...request, collections }, signal));
  const status = headers.get("x-rerank-status");
  return {
    results: answer.results.map((result) => ({ collection: collections[0]!, ...result })),
    timings: answer.timings,
    corrections: answer.explanation?.corrections ?? [],
    termsLeftOut: answer.explanation?.words_left_out ?? 0,
    rerankStatus: status === "applied" || status === "skipped" || status === "failed" ? status : undefined,
  };
};
