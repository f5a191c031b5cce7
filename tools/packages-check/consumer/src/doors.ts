import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const baseUrl = process.env["QUARRY_URL"] ?? "";
const authorization = `Bearer ${process.env["QUARRY_API_KEY"] ?? ""}`;

/** The console's page, and its main script. */
const page = await (await fetch(`${baseUrl}/console/`)).text();
const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1] ?? "";
const loaded = await fetch(new URL(script, baseUrl));
const isScript = loaded.headers.get("content-type")?.includes("javascript") === true;
if (loaded.ok && isScript) console.log("the console answers with its pages");

/** First messages of an MCP client: the handshake, then the list of tools. */
const HELLO = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "consumer", version: "1.0.0" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list", params: {} },
].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));

const toolsOf = (answer: string): string => [...answer.matchAll(/"name":"(\w+)"/g)].map((found) => found[1]).join(", ");

const answer = await fetch(`${baseUrl}/mcp`, {
  method: "POST",
  headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: HELLO[2]!,
});
console.log(`over HTTP, a model may use ${toolsOf(await answer.text())}`);

const program = spawn("node_modules/.bin/quarry-mcp", { stdio: ["pipe", "pipe", "inherit"] });
program.stdin.write(`${HELLO.join("\n")}\n`);
for await (const line of createInterface(program.stdout)) {
  if (!line.includes('"id":2')) continue;
  console.log(`over stdio, a model may use ${toolsOf(line)}`);
  program.stdin.end();
}
