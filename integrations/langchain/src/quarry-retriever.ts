import type { DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { QuarryClient, QueryRequest } from "@quarry/client";
import { documentOf } from "./documents.ts";

const OPTIONS = [
  ...(["searchMode", "alpha", "rerank", "minScore", "diversity", "maxChunksPerDocument"] as const),
  ...(["expand", "highlight"] as const),
];

/** Includes the options of a query, which apply to every call. */
export interface QuarryRetrieverInput
  extends BaseRetrieverInput, Partial<Pick<QueryRequest, (typeof OPTIONS)[number]>> {
  readonly client: QuarryClient;
  readonly collectionName: string;
  /** Maximum number of documents, 1 to 1,000. Default 4. */
  readonly k?: number;
  /** Metadata filter. Default: no filter. */
  readonly filter?: QueryRequest["filters"];
}

const DEFAULT_K = 4;

/**
 * Retriever of passages of the documents in a collection. Their metadata contains the `score`, 0 to 1, and as
 * `citation` their position in the source: file, title, pages, section and range. Entries written as vectors have no
 * citation. With `expand`, the content is the passage with its neighbours; with `highlight`, the metadata contains
 * `highlights`.
 */
export class QuarryRetriever extends BaseRetriever {
  static override lc_name(): string {
    return "QuarryRetriever";
  }

  lc_namespace = ["quarry", "retrievers"];
  protected readonly client: QuarryClient;
  protected readonly request: Omit<QueryRequest, "query">;
  /** Signal of the only call that this object is used for. */
  protected readonly signal?: AbortSignal;

  constructor(fields: QuarryRetrieverInput) {
    super(fields);
    const { client, collectionName, k: topK = DEFAULT_K, filter: filters } = fields;
    const options = Object.fromEntries(OPTIONS.map((name) => [name, fields[name]]));
    this.client = client;
    this.request = { ...options, collectionName, topK, filters, citations: true };
  }

  override async invoke(input: string, options?: RunnableConfig): Promise<DocumentInterface[]> {
    // The framework does not pass the signal to retrievers.
    const forThisCall = Object.create(this, { signal: { value: options?.signal } }) as this;
    return super.invoke.call(forThisCall, input, options);
  }

  override async _getRelevantDocuments(query: string): Promise<DocumentInterface[]> {
    const call = this.signal === undefined ? {} : { signal: this.signal };
    const { results } = await this.client.queries.query({ ...this.request, query }, call);
    return results.map((result) => {
      const { score, citation, highlights, expandedText: text = result.text } = result;
      const found = { score, ...(citation && { citation }), ...(highlights && { highlights }) };
      return documentOf({ ...result, text }, found);
    });
  }
}
