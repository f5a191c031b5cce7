export { startCohereServer } from "./cohere-server.ts";
export type { Fault, FaultShares } from "./faults.ts";
export { startOpenAiServer } from "./openai-server.ts";
export type { ProviderServer } from "./provider-server.ts";
export { textVector } from "./text-vector.ts";
