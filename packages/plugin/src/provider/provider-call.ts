/** Properties of a call to a provider that its error messages need. */
export interface ProviderCall {
  readonly plugin: string;
  /** The protocol's name, for "does not answer as … does". */
  readonly protocol: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Field of the collection that contains the key. */
  readonly keyField: "embedding_api_key" | "reranking_api_key";
  /** Texts that must not appear in any message: the key, and any other secret that the operator sends in headers. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
}
