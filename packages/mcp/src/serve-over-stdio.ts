import { serveStdio, type StdioServerHandle } from "@modelcontextprotocol/server/stdio";
import { makeMcpServer, type McpServerOptions } from "./make-server.ts";

/** Serves one caller over stdin and stdout, until stdin ends. */
export const serveOverStdio = (options: McpServerOptions): StdioServerHandle =>
  serveStdio(() => makeMcpServer(options), { onerror: options.onError });
