export { type CohereServerOptions, startCohereServer } from "./cohere-server.ts";
export type { Fault, FaultShares } from "./faults.ts";
export { type OpenAiServerOptions, startOpenAiServer } from "./openai-server.ts";
export type { ProviderServer } from "./provider-server.ts";
export type { ProviderServerOptions } from "./protocol.ts";
export type { ProviderCallRecord, ProviderRecord } from "./provider-record.ts";
export { textVector } from "./text-vector.ts";
