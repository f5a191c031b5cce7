/** The embedders and rerankers that the API calls by the contract's ids, as people know them. */
const NAMES: Readonly<Record<string, string>> = { provider_a: "openai", provider_b: "cohere" };

export const providerName = (id: string): string => NAMES[id] ?? id;
