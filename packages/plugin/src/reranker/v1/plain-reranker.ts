import type { Invoke, PlainLife, PluginCall } from "../../plain/plain-plugin.ts";
import { toPromise } from "../../plain/plain-plugin.ts";
import { checkRerankRequest } from "../../provider/check-rerank-request.ts";
import type { RerankerCapabilities } from "./reranker-capabilities.ts";
import type { RerankRequest } from "./reranker-v1.ts";

export interface PlainRerankCall<Settings = unknown>
  extends PluginCall<Settings>, Omit<RerankRequest, "query" | "passages"> {}

/**
 * Reranker made of plain functions. A request that its capabilities don't allow is rejected before the call, unless
 * they come from `describe`.
 */
export interface PlainReranker<Settings = unknown> extends PlainLife<Settings> {
  /** Returns the relevance per passage, in [0, 1], in the order of the passages. */
  rerank(
    query: string,
    passages: readonly string[],
    call: PlainRerankCall<Settings>,
  ): Promise<readonly number[]> | readonly number[];
}

/** Calls the methods of a plain reranker. */
export const PLAIN_RERANKER = {
  rerank: async (rerank, call, [request]: readonly [RerankRequest], { plugin, capabilities }) => {
    if (capabilities !== undefined) await toPromise(checkRerankRequest(plugin, capabilities, request));
    const { query, passages, ...rest } = request;
    return rerank(query, passages, { ...rest, ...call });
  },
} satisfies Readonly<
  Record<string, Invoke<{ readonly plugin: string; readonly capabilities: RerankerCapabilities | undefined }>>
>;
