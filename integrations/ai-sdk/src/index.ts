// Provider for the Vercel AI SDK that uses a Quarry service.
export { createQuarry, type QuarryProvider, type QuarryProviderSettings } from "./create-quarry.ts";
export type { QuarryEmbeddingModelSettings } from "./embedding-model.ts";
export type {
  QuarryPassage,
  QuarrySearchInput,
  QuarrySearchOutput,
  QuarrySearchTool,
  QuarrySearchToolSettings,
} from "./search-tool.ts";
