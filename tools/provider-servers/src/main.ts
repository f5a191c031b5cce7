import { parseArgs } from "node:util";
import { startCohereServer } from "./cohere-server.ts";
import type { FaultShares } from "./faults.ts";
import { startOpenAiServer } from "./openai-server.ts";

// Command line: `node tools/provider-servers/src/main.ts openai --latency 50 --faults '{"rate_limited":0.3}'`. Prints
// `{"url": …}` when it listens, and its record when it is stopped or receives a message.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: "string", default: "0" },
    key: { type: "string", multiple: true },
    latency: { type: "string", default: "0" },
    faults: { type: "string", default: "{}" },
    seed: { type: "string", default: "1" },
    "retry-after": { type: "string", default: "1" },
  },
});

const start = { openai: startOpenAiServer, cohere: startCohereServer }[positionals[0] ?? ""];
if (start === undefined) throw new Error(`the protocol may be openai or cohere, got ${JSON.stringify(positionals[0])}`);

const server = await start({
  port: Number(values.port),
  ...(values.key !== undefined && { keys: values.key }),
  latencyMs: Number(values.latency),
  faults: JSON.parse(values.faults) as FaultShares,
  seed: Number(values.seed),
  retryAfterSeconds: Number(values["retry-after"]),
});
console.log(JSON.stringify({ url: server.url }));

const seen = () => {
  const { calls, answered, answeredTexts, maxConcurrent, maxTokensPerText, callMs } = server.record;
  return {
    calls: calls.length,
    answered: answered.length,
    texts: answeredTexts.length,
    maxConcurrent,
    maxTokensPerText,
    callMs,
  };
};

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    console.log(JSON.stringify(seen()));
    void server.close();
    if (process.connected) process.disconnect?.();
  });
}

// Answers requests of a parent process over a channel. If the parent dies, no other process would end this one.
process.on("message", (question) => {
  if (question === "seen") process.send?.(seen());
});
process.on("disconnect", () => void server.close());
