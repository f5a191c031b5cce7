/** Display names of embedders and rerankers, by the contract's ids. */
const NAMES: Readonly<Record<string, string>> = { provider_a: "openai", provider_b: "cohere" };

export const providerName = (id: string): string => NAMES[id] ?? id;
