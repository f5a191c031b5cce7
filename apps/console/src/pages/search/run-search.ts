import { ApiError } from "../../api/api-error.ts";
import { type Message, rest } from "../../api/rest.ts";
import { requestOf, type SearchSettings } from "./search-settings.ts";

export type RerankStatus = "applied" | "skipped" | "failed";

export interface SearchAnswer {
  readonly results: readonly Message<"QueryResult">[];
  readonly timings: Message<"QueryTimings"> | undefined;
  readonly corrections: readonly Message<"QueryCorrection">[];
  readonly rerankStatus: RerankStatus | undefined;
  readonly wordsLeftOut: number;
}

/** Highlighting options for a result card. */
const SHOWN = { fragments: 2, fragment_chars: 300 };

/** Asks one collection or several, with everything that explains the results. */
export const runSearch = async (
  query: string,
  settings: SearchSettings,
  signal: AbortSignal,
): Promise<SearchAnswer> => {
  const body = { ...requestOf(query, settings), explain: true, highlight: SHOWN };
  const { collections } = settings;
  const call =
    collections.length === 1
      ? rest.POST("/v1/collections/{collection_name}/query", {
          params: { path: { collection_name: collections[0]! } },
          body,
          signal,
        })
      : rest.POST("/v1/query", { body: { ...body, collections: [...collections] }, signal });
  const { data, error, response } = await call;
  if (data === undefined) throw ApiError.ofResponse(response, error);
  const status = response.headers.get("x-rerank-status");
  return {
    results: data.results.map((result) => ({ collection: collections[0]!, ...result })),
    timings: data.timings,
    corrections: data.explanation?.corrections ?? [],
    wordsLeftOut: data.explanation?.words_left_out ?? 0,
    rerankStatus: status === "applied" || status === "skipped" || status === "failed" ? status : undefined,
  };
};
