import { McpServer, type CallToolResult } from "@modelcontextprotocol/server";
import { DomainError } from "@quarry/plugin/domain";
import type { Library } from "./library.ts";
import { countValuesTool } from "./tools/count-values.ts";
import { getPageTool } from "./tools/get-page.ts";
import { getPassageTool } from "./tools/get-passage.ts";
import { listCollectionsTool } from "./tools/list-collections.ts";
import { listDocumentsTool } from "./tools/list-documents.ts";
import { searchTool } from "./tools/search.ts";
import type { Tool } from "./tools/tool.ts";

export interface McpServerOptions {
  readonly library: Library;
  readonly version: string;
  /** Called for failures that the caller sees only as "Internal server error". */
  readonly onError: (error: unknown) => void;
  /** Cancels the calls in progress. Default: only the caller cancels them. */
  readonly signal?: AbortSignal | undefined;
}

const ALL_TOOLS: readonly Tool[] = [
  searchTool,
  getPassageTool,
  getPageTool,
  listCollectionsTool,
  listDocumentsTool,
  countValuesTool,
];

const INSTRUCTIONS =
  "Search over documents. Use search to find passages, get_passage to read around one, and cite file, page and " +
  "section of what you use. list_collections lists what can be searched.";

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Creates a server with all tools for one caller's library. */
export const makeMcpServer = (options: McpServerOptions): McpServer => {
  const server = new McpServer(
    { name: "quarry", title: "Quarry", version: options.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of ALL_TOOLS) {
    const { name, title, description } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: tool.input, outputSchema: tool.output, annotations: READ_ONLY },
      (input, { mcpReq }) => answer(tool, input, options, mcpReq.signal),
    );
  }
  return server;
};

const answer = async (
  tool: Tool,
  input: Record<string, unknown>,
  { library, onError, signal: outer }: McpServerOptions,
  own: AbortSignal,
): Promise<CallToolResult> => {
  const signal = outer === undefined ? own : AbortSignal.any([own, outer]);
  try {
    const { text, structured } = await tool.run(input, library, signal);
    return { content: [{ type: "text", text }], structuredContent: structured };
  } catch (error) {
    return failed(error instanceof DomainError && error.code !== "internal" ? error.message : internal(error, signal));
  }

  function internal(error: unknown, { aborted }: AbortSignal): string {
    // A call that ended because its caller disconnected is not a fault.
    if (!aborted) onError(error);
    return aborted ? "The call was cancelled" : "Internal server error";
  }
};

const failed = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });
