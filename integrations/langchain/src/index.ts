// Vector store and retriever of a Quarry service for LangChain.js.
export { QuarryRetriever, type QuarryRetrieverInput } from "./quarry-retriever.ts";
export {
  type QuarryAddOptions,
  type QuarryDeleteOptions,
  QuarryVectorStore,
  type QuarryVectorStoreOptions,
} from "./quarry-vector-store.ts";
