import { beforeAll, describe, expect, test } from "vitest";
import { brokenFiles, entityBomb } from "./fixtures/broken-files.ts";
import { sampleFile } from "./fixtures/sample-files.ts";
import { leakIn } from "./harness/clean-message.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

const files = await brokenFiles();

beforeAll(async () => {
  await server.api.createCollection("broken");
});

describe("a file that can't be read ends failed, with a message for its owner, and harms no other", () => {
  test.each(files)("$what", async ({ file, message }) => {
    const process = server.current.process.pid;
    const document = await server.api.ingest({ collection: "broken", ...file });
    expect(document).toMatchObject({
      status: "failed",
      chunk_count: 0,
      file_size: file.bytes.length,
      error_message: expect.stringMatching(message),
    });
    expect(leakIn(document.error_message!)).toBeUndefined();
    expect(document.error_message!.length).toBeLessThan(300);
    const good = await sampleFile("md", "good", `The good file after ${file.filename} is read.`);
    const next = await server.api.ingest({ collection: "broken", ...good });
    expect(next).toMatchObject({ status: "ready", error_message: null });
    expect(server.current.process.pid).toBe(process);
    await server.api.deleteDocument("broken", next.id);
  });
});

describe("strange files that can be read are", () => {
  const long = "word ".repeat(200);
  const strange: readonly [string, string, string | Uint8Array][] = [
    ["a hundred thousand open elements", "deep.html", `${"<div>".repeat(100_000)}The bottom of the well is dry.`],
    ["a hundred thousand levels of quotes", "quotes.md", `${">".repeat(100_000)} The bottom of the well is dry.`],
    ["a hundred thousand open brackets", "brackets.md", `${"[".repeat(100_000)} The bottom of the well is dry.`],
    [
      "a list of many levels",
      "list.md",
      Array.from({ length: 2_000 }, (_, level) => `${"  ".repeat(level)}- The well ${level}`).join("\n"),
    ],
    ["bytes that are no UTF-8", "latin.txt", Buffer.from(`The bottom of the well is dry. \u00fc ${long}`, "latin1")],
    ["an entity bomb", "laughs.docx", entityBomb()],
    ["NUL characters", "nul.txt", `The bottom\u0000 of the well is dry. ${long}`],
    ["one word of a million letters", "word.txt", `The bottom of the well is dry. ${"x".repeat(1_000_000)}`],
    ["a million empty lines", "lines.txt", `The bottom of the well is dry.${"\n".repeat(1_000_000)}The end.`],
  ];
  test.each(strange)("%s", async (_what, filename, bytes) => {
    const document = await server.api.ingest({ collection: "broken", filename, bytes });
    if (document.status === "failed") expect(leakIn(document.error_message!)).toBeUndefined();
    else expect(document.chunk_count).toBeGreaterThan(0);
    expect((await server.api.call("GET", "/health")).status).toBe(200);
  });
});

test("in the end the files folder holds exactly the documents' files", async () => {
  const documents = await server.api.documents("broken");
  expect(await server.current.folder.storedDocuments()).toEqual(documents.map(({ id }) => id).sort());
  expect(await server.current.folder.incomingFiles()).toEqual([]);
  const failed = new Set(documents.filter(({ status }) => status === "failed").map(({ id }) => id));
  expect(failed.size).toBeGreaterThanOrEqual(files.length);
  for (const search_mode of ["semantic", "keyword", "hybrid"]) {
    const query = { query: "the file is empty, a bomb, the well", search_mode, top_k: 1_000 };
    const { results } = await server.api.query("broken", query);
    expect(results.filter(({ document_id }) => failed.has(document_id))).toEqual([]);
  }
});
