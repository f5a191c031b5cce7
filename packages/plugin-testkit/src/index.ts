export { filterArbitrary, filterTreeArbitrary, metadataArbitrary } from "./arbitraries.ts";
export { ContractFailure } from "./contract-failure.ts";
export { describedPlugin } from "./described-plugin.ts";
export { embedderChecks } from "./embedder-checks.ts";
export { embedderConformance, type EmbedderConformanceOptions, embedderSubject } from "./embedder-conformance.ts";
export type { EmbedderCheck, EmbedderSubject } from "./embedder-subject.ts";
export {
  parserConformance,
  type ParserConformanceFile,
  type ParserConformanceOptions,
} from "./parser/parser-conformance.ts";
export { problemsOf as parserEventProblems } from "./parser/parser-events.ts";
export { rerankerChecks } from "./reranker-checks.ts";
export { rerankerConformance, type RerankerConformanceOptions, rerankerSubject } from "./reranker-conformance.ts";
export type { RerankerCheck, RerankerSubject } from "./reranker-subject.ts";
export { vectorStoreConformance, type VectorStoreConformanceOptions } from "./vector-store/vector-store-conformance.ts";
export {
  type FaultProxy,
  type FaultServer,
  vectorStoreFaults,
  type VectorStoreFaultOptions,
} from "./vector-store/vector-store-faults.ts";
