import { countValuesTool } from "./count-values.ts";
import { getPageTool } from "./get-page.ts";
import { getPassageTool } from "./get-passage.ts";
import { listCollectionsTool } from "./list-collections.ts";
import { listDocumentsTool } from "./list-documents.ts";
import { searchTool } from "./search.ts";
import type { Tool } from "./tool.ts";

export const ALL_TOOLS: readonly Tool[] = [
  searchTool,
  getPassageTool,
  getPageTool,
  listCollectionsTool,
  listDocumentsTool,
  countValuesTool,
];
