import { beforeAll, describe, expect, test } from "vitest";
import { libraryFiles } from "../fixtures/library.ts";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer();
const SHELF = "shelf";
const SCRAPS = "scraps";

const contentOf = async (collection: string, document: Document, what: "markdown" | "text"): Promise<string> => {
  const answer = await server.api.call("GET", `${documentsPath(collection, document.id)}/${what}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
};

const put = (filename: string, bytes: Uint8Array | string, collection = SHELF): Promise<Document> =>
  server.api.ingest({ collection, filename, bytes });

const markdownOf = async (filename: string, bytes: Uint8Array | string): Promise<string> =>
  contentOf(SHELF, await put(filename, bytes), "markdown");

/** Words alone: white space where a text was cut is of either kind, and cells that are empty at an end aren't kept. */
const wordsOf = (text: string): string[] => text.split(/[\s|]+/).filter((word) => word !== "");

beforeAll(async () => {
  await server.api.createCollection(SHELF);
  await server.api.createCollection(SCRAPS, { chunk_size: 64, chunk_overlap: 16 });
});

describe("a document as Markdown", () => {
  test("says the same when it is read again, and does not depend on how it was cut", { timeout: 120_000 }, async () => {
    for (const { filename, bytes } of await libraryFiles()) {
      const whole = await put(filename, bytes);
      const markdown = await contentOf(SHELF, whole, "markdown");
      const cut = await contentOf(SCRAPS, await put(filename, bytes, SCRAPS), "markdown");
      expect(wordsOf(cut), filename).toEqual(wordsOf(markdown));
      const again = await put(`${filename}.md`, markdown);
      const read = wordsOf(await contentOf(SHELF, again, "text"));
      expect(read, filename).toEqual(wordsOf(await contentOf(SHELF, whole, "text")));
    }
  });
});
