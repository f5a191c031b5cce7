/** An embedding model that the contract names (spec: Embedding model entry). */
export interface ContractEmbeddingModel {
  readonly provider: ContractProvider;
  readonly model: string;
  readonly dimension: number;
  /** Whether a smaller dimension may be asked for; the vector is then shortened by the provider. */
  readonly canShorten: boolean;
  readonly description: string;
}

/** The two provider ids of the contract: OpenAI and Cohere. */
export const CONTRACT_PROVIDERS = ["provider_a", "provider_b"] as const;

export type ContractProvider = (typeof CONTRACT_PROVIDERS)[number];

/** The models of the spec, in its order; the first of each provider is that provider's default. */
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

/** A provider by what people call it: `openai` for `provider_a`; others by their own name. */
export const providerName = (provider: string): string =>
  isContractProvider(provider) ? PROVIDER_NAMES[provider] : provider;

/** The provider that a name stands for; an embedder of the config that has the name itself goes before the contract's. */
export const providerNamed = (name: string, isConfigured: (name: string) => boolean): string =>
  isConfigured(name) ? name : (CONTRACT_PROVIDERS.find((provider) => PROVIDER_NAMES[provider] === name) ?? name);
