import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inherited } from "../cli/cli.ts";
import { codeOf, ROOT } from "../guides/blocks.ts";
import { SOURCE_FLAGS } from "../harness/start-command.ts";
import type { useServer } from "../harness/test-server.ts";

/** `folder` is an empty folder for the programs. */
export const guideTests = (server: ReturnType<typeof useServer>, folder: string): void => {
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');

  /** Runs the blocks of a guide as one program with the test's lines appended. Returns its output. */
  const run = async (guide: string, more = ""): Promise<string> => {
    const file = join(folder, `${guide}.ts`);
    writeFileSync(file, codeOf(`guides/${guide}.md`, "ts").join("") + more);
    const env = { ...inherited(), QUARRY_URL: server.api.address, QUARRY_API_KEY: server.current.secret };
    return (await promisify(execFile)(process.execPath, [...SOURCE_FLAGS, file], { env })).stdout;
  };

  test("the LangChain.js program runs", async () => {
    const lines = (await run("langchain-js")).trim().split("\n");
    expect(lines[0]).toMatch(/^0\.\d\d Herons stand still in shallow water\.$/);
    expect(lines[1]).toMatch(/^0\.\d\d Storks nest on roofs\.$/);
    expect(lines[2]).toBe('cranes.md Cranes "Cranes\\n\\nCranes nest on the ground."');
  });

  test("the AI SDK program runs", async () => {
    await server.api.createCollection("handbooks");
    const document = { collection: "handbooks", filename: "birds.md", metadata: { team: "docs" } };
    await server.api.ingest({ ...document, bytes: "# Birds\n\nHerons stand still in shallow water." });
    const more = `
      import { MockLanguageModelV4 } from "ai/test";
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      let turn = 0;
      const model = new MockLanguageModelV4({
        doGenerate: async ({ prompt }) => ({
          content: (turn += 1) === 1
            ? [{ type: "tool-call", toolCallId: "1", toolName: "search", input: JSON.stringify({ query: "herons", topK: 1 }) }]
            : [{ type: "text", text: JSON.stringify(prompt.at(-1)) }],
          finishReason: { unified: turn === 1 ? "tool-calls" : "stop" }, usage, warnings: [],
        }),
      });
      console.log(await answer(model, "Where do herons stand?"));
    `;
    const [vectors, answer] = (await run("ai-sdk", more)).trim().split("\n");
    expect(vectors).toBe("2 vectors of 256 numbers");
    expect(answer).toContain('"filename":"birds.md"');
  });
};
