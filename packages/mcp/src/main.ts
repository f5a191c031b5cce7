#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createQuarryClient, QuarryError } from "@quarry/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { clientLibrary } from "./client-library.ts";
import { makeMcpServer } from "./make-server.ts";

const USAGE = `Serves the search of a Quarry service to MCP clients, over stdin and stdout.

Environment:
  QUARRY_URL      Address of the service. Default http://127.0.0.1:8080
  QUARRY_API_KEY  API key of the service; the scope read is sufficient

Options:
  --help, -h      Show this help
  --version       Show the version`;

const DEFAULT_URL = "http://127.0.0.1:8080";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

const fail = (message: string): void => {
  console.error(`quarry-mcp: ${message}`);
  process.exitCode = 2;
};

const onError = (error: unknown): void => console.error("quarry-mcp:", error);

/** Serves until stdin ends. Only protocol messages may be written to stdout. */
const serve = (): void => {
  const { QUARRY_URL: baseUrl = DEFAULT_URL, QUARRY_API_KEY: apiKey } = process.env;
  if (apiKey === undefined || apiKey === "") {
    return fail("QUARRY_API_KEY: must be set to an API key of the service; the scope read is sufficient");
  }
  try {
    const library = clientLibrary(createQuarryClient({ baseUrl, apiKey }));
    serveStdio(() => makeMcpServer({ library, version, onError }), { onerror: onError });
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error;
    fail(error.message.replace(/^baseUrl/, "QUARRY_URL"));
  }
};

const [option, ...more] = process.argv.slice(2);
if (option === undefined) serve();
else if (more.length === 0 && (option === "--help" || option === "-h")) console.log(USAGE);
else if (more.length === 0 && option === "--version") console.log(version);
else fail(`accepts only --help and --version, got ${process.argv.slice(2).join(" ")}`);
