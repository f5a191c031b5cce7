// Vector store and retriever for LangChain.js that use a Quarry service.
export { QuarryRetriever, type QuarryRetrieverInput } from "./quarry-retriever.ts";
export {
  type QuarryAddOptions,
  type QuarryDeleteOptions,
  QuarryVectorStore,
  type QuarryVectorStoreOptions,
} from "./quarry-vector-store.ts";
