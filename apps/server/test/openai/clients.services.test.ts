import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createHash } from "node:crypto";
import { createServer, connect, type AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { isInstalled } from "@quarry/services/kit";
import { OPENAI_CLIENTS, type OpenAiPython, openAiEnvironment } from "../languages/environments.ts";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "quarry-openai-"));
const config = join(folder, "quarry.config.json");
writeFileSync(config, JSON.stringify({ modelAliases: { "text-embedding-3-small": { embedder: "local" } } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config, SERVICE_RATE_LIMIT_PER_MINUTE: "0" });

/**
 * URL from which tiktoken downloads its vocabulary. A local package contains the same file; tiktoken looks it up in its
 * cache under the URL's digest.
 */
const VOCABULARY = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken";

const tiktokenCache = async (): Promise<string> => {
  const cache = join(folder, "tiktoken");
  await mkdir(cache, { recursive: true });
  const require = createRequire(import.meta.resolve("@quarry/plugin/domain"));
  const file = require.resolve("gpt-tokenizer/data/cl100k_base.tiktoken");
  await copyFile(file, join(cache, createHash("sha1").update(VOCABULARY).digest("hex")));
  return cache;
};

/** Environment of the programs: it contains only the service's address and key. */
const environment = async (address = server.api.address) => ({
  PATH: process.env["PATH"]!,
  HOME: folder,
  TIKTOKEN_CACHE_DIR: await tiktokenCache(),
  // LiteLLM would otherwise download prices.
  LITELLM_LOCAL_MODEL_COST_MAP: "True",
  OPENAI_BASE_URL: `${address}/v1`,
  OPENAI_API_KEY: server.current.secret,
});

const python = async (name: OpenAiPython, program: string, address?: string) => {
  const venv = openAiEnvironment(name);
  if (!isInstalled(venv)) throw new Error(`${name} is not installed: npm run languages:install`);
  const env = await environment(address);
  const { stdout } = await run(join(venv, "bin/python"), [join(OPENAI_CLIENTS, "src", program)], { env });
  return stdout;
};

const node = async (...args: readonly string[]) => {
  const [program, ...rest] = args;
  const path = join(OPENAI_CLIENTS, "src", program!);
  return (await run(process.execPath, [path, ...rest], { env: await environment() })).stdout;
};

describe("unmodified OpenAI clients", () => {
  test.each(["openai-1", "openai-2", "openai-3"] as const)("the Python client works: %s", async (name) => {
    expect(await python(name, "openai_program.py")).toContain(`done with openai ${name.at(-1)}.`);
  });

  test.each(["openai-4", "openai-5", "openai-6", "openai-7"])("the Node client works: %s", async (name) => {
    expect(await node("openai-program.ts", name)).toContain(`done with ${name}`);
  });

  test("the Python client recovers from cut connections by its own retries", async () => {
    const { port } = new URL(server.api.address);
    let firstAttempts = 0;
    const sockets = new Set<import("node:net").Socket>();
    // The SDK numbers its attempts. Every second first attempt is cut, and no retry. Counting connections instead would
    // not work: five threads upload concurrently, and one request was cut three times, which is the SDK's number of
    // attempts.
    const cutting = createServer((incoming) => {
      sockets.add(incoming);
      incoming.on("error", () => undefined);
      incoming.once("data", (start: Buffer) => {
        const isFirst = /^x-stainless-retry-count: 0\r$/im.test(start.toString("latin1"));
        if (isFirst && ++firstAttempts % 2 === 1) return void incoming.destroy();
        const outgoing = connect(Number(port), "127.0.0.1");
        sockets.add(outgoing);
        outgoing.on("error", () => incoming.destroy());
        outgoing.write(start);
        incoming.pipe(outgoing).pipe(incoming);
      });
    });
    await new Promise<void>((listening) => cutting.listen(0, "127.0.0.1", listening));
    try {
      const address = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`;
      expect(await python("openai-3", "openai_program.py", address)).toContain("done with openai 3.");
      expect(firstAttempts).toBeGreaterThan(1);
    } finally {
      for (const socket of sockets) socket.destroy();
      cutting.close();
    }
  });
});

describe("unmodified programs written for OpenAI", () => {
  test("raghilda's store works", async () => {
    expect(await python("raghilda", "raghilda_program.py")).toContain("done with raghilda");
  });

  test("LangChain's embeddings in Python work with tokens", async () => {
    expect(await python("langchain", "langchain_program.py")).toContain("done with langchain");
  });

  test("LangChain's embeddings in JavaScript work", async () => {
    expect(await node("langchain-program.ts")).toContain("done with langchain");
  });

  test("LiteLLM's vector stores work", async () => {
    expect(await python("litellm", "litellm_program.py")).toContain("done with litellm");
  });
});
