import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { inherited, PROGRAM } from "./cli.ts";
import { API_KEY, makeCliWorld, useFolder } from "./cli-world.ts";

// Other suites run commands in a process that has already loaded them. This suite starts the program itself. Its
// signals are tested in ingest.test.ts, cli.test.ts and models.test.ts, its terminal in terminal.test.ts.
const folder = useFolder();
const server = useSharedServer();
const { start, run, documents } = makeCliWorld(server, folder);

const COMMANDS: readonly { readonly code: number; readonly words: readonly string[] }[] = [
  { code: 0, words: ["--help"] },
  { code: 0, words: ["--version"] },
  { code: 0, words: ["stats"] },
  { code: 0, words: ["config", "schema"] },
  { code: 1, words: ["collection", "create", "taken"] },
  { code: 2, words: ["search", "docs", "x", "--mode", "psychic"] },
  { code: 3, words: ["collection", "show", "missing"] },
  { code: 4, words: ["--api-key", "wrong", "stats"] },
  { code: 5, words: ["--url", "http://127.0.0.1:1", "stats"] },
];

beforeAll(() => server.api.createCollection("taken"));

test.each(COMMANDS)("$words exits with $code", async ({ code, words }) => {
  const ended = await start(words).ended;
  expect(ended.code).toBe(code);
  expect(await run(words)).toEqual(ended);
});

test("ingests from a pipe, and downloads into a pipe, even if its reader closes early", async () => {
  const text = "Geese fly in a wedge – ∧.\n".repeat(20_000);
  const taken = await start(["ingest", "taken", "-", "--name", "geese.txt"], { input: text }).ended;
  expect(taken).toMatchObject({ code: 0, stderr: "1 ready\n" });
  const [geese] = await documents("taken");
  const download = ["documents", "download", "taken", geese!.id, "-o", "-"];
  expect(await start(download).ended).toEqual({ code: 0, stdout: text, stderr: "" });
  // The reader closes the pipe early.
  const words = ["--norc", "-c", 'set -o pipefail; "$@" | head -c 5', "-", ...PROGRAM, ...download];
  const env = { ...inherited(), QUARRY_URL: server.api.address, QUARRY_API_KEY: API_KEY };
  expect(await promisify(execFile)("bash", words, { env })).toEqual({ stdout: "Geese", stderr: "" });
});
