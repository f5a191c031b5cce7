/** Embedding model that the contract names (spec: Embedding model entry). */
export interface ContractEmbeddingModel {
  readonly provider: ContractProvider;
  readonly model: string;
  readonly dimension: number;
  /** Whether a smaller dimension can be requested; the provider then shortens the vector. */
  readonly canShorten: boolean;
  readonly description: string;
}

/** The two provider ids of the contract: OpenAI and Cohere. */
export const CONTRACT_PROVIDERS = ["provider_a", "provider_b"] as const;

export type ContractProvider = (typeof CONTRACT_PROVIDERS)[number];

/** Models of the spec, in its order; the first of each provider is that provider's default. */
export const CONTRACT_EMBEDDING_MODELS: readonly ContractEmbeddingModel[] = [
  {
    provider: "provider_a",
    model: "text-embedding-3-small",
    dimension: 1536,
    canShorten: true,
    description: "OpenAI, small: a good balance of quality and cost",
  },
  {
    provider: "provider_a",
    model: "text-embedding-3-large",
    dimension: 3072,
    canShorten: true,
    description: "OpenAI, large: the best quality of this provider",
  },
  {
    provider: "provider_b",
    model: "embed-english-v3.0",
    dimension: 1024,
    canShorten: false,
    description: "Cohere, English",
  },
  {
    provider: "provider_b",
    model: "embed-multilingual-v3.0",
    dimension: 1024,
    canShorten: false,
    description: "Cohere, more than a hundred languages",
  },
  {
    provider: "provider_b",
    model: "embed-english-light-v3.0",
    dimension: 384,
    canShorten: false,
    description: "Cohere, English, small and fast",
  },
  {
    provider: "provider_b",
    model: "embed-multilingual-light-v3.0",
    dimension: 384,
    canShorten: false,
    description: "Cohere, more than a hundred languages, small and fast",
  },
];

export const isContractProvider = (name: string): name is ContractProvider =>
  (CONTRACT_PROVIDERS as readonly string[]).includes(name);

/** Common names of the contract's providers. */
const PROVIDER_NAMES: Readonly<Record<ContractProvider, string>> = { provider_a: "openai", provider_b: "cohere" };

/** Returns the common name of a provider: `openai` for `provider_a`; other providers have no other name. */
export const providerName = (provider: string): string =>
  isContractProvider(provider) ? PROVIDER_NAMES[provider] : provider;

/**
 * Returns the provider id for a name. An embedder in the config with exactly this name has precedence over the
 * contract's providers.
 */
export const providerNamed = (name: string, isConfigured: (name: string) => boolean): string =>
  isConfigured(name) ? name : (CONTRACT_PROVIDERS.find((provider) => PROVIDER_NAMES[provider] === name) ?? name);
