import { beforeAll, describe, expect, test } from "vitest";
import { libraryFiles } from "../fixtures/library.ts";
import { pdfFile } from "../fixtures/pdf-file.ts";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { changedArchive, entriesOf, exported, imported } from "../transfer/archive.ts";

const server = useSharedServer();
const SHELF = "shelf";
const SCRAPS = "scraps";

const contentOf = async (collection: string, document: Document, what: "markdown" | "text"): Promise<string> => {
  const answer = await server.api.call("GET", `${documentsPath(collection, document.id)}/${what}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
};

const put = (filename: string, bytes: Uint8Array | string, collection = SHELF): Promise<Document> =>
  server.api.ingest({ collection, filename, bytes });

/**
 * Compares words only: white space at a chunk boundary can be of either kind, and empty cells at an end are not stored.
 */
const wordsOf = (text: string): string[] => text.split(/[\s|]+/).filter((word) => word !== "");

beforeAll(async () => {
  await server.api.createCollection(SHELF);
  await server.api.createCollection(SCRAPS, { chunk_size: 64, chunk_overlap: 16 });
});

describe("a document as Markdown", () => {
  test("has the same text when ingested again, independently of the chunking", { timeout: 120_000 }, async () => {
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

  test("marks its pages, and has its own file name and media type", async () => {
    const document = await put("two.pdf", await pdfFile(["First page.", "Second_page_ *here*."]));
    const answer = await server.api.call("GET", `${documentsPath(SHELF, document.id)}/markdown`);
    expect(answer.text.replaceAll("# ", "")).toBe(
      "<!-- page 1 -->\n\nFirst page.\n\n<!-- page 2 -->\n\nSecond_page\\_ \\*here\\*.\n",
    );
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("two.pdf.md");
  });

  test("is available for documents given as text or as chunks", async () => {
    const input = async (json: object): Promise<Document> => {
      const { id } = await server.api.expect<Document>(201, "POST", documentsPath(SHELF), { json });
      return server.api.settled(SHELF, id);
    };
    const text = await input({ text: "# Remote work\n\n- Three days\n- a week" });
    expect(await contentOf(SHELF, text, "markdown")).toBe("# Remote work\n\n- Three days\n- a week\n");
    const chunks = await input({
      chunks: [
        { text: "**Three** days.", page: 3, section: ["Work", "Remote"] },
        { text: "At eight.", page: 4, section: ["Work", "Hours"] },
      ],
    });
    expect(await contentOf(SHELF, chunks, "markdown")).toBe(
      "<!-- page 3 -->\n\n# Work\n\n## Remote\n\n**Three** days.\n\n<!-- page 4 -->\n\n## Hours\n\nAt eight.\n",
    );
  });

  test("is transferred with its collection; an older archive has text only, and its tables need reprocessing", async () => {
    await server.api.createCollection("source");
    const bytes = "# Boats\n\nOf the harbour.\n\n| Name | Size |\n|---|---|\n| Ann | 4 |\n";
    const document = await server.api.ingest({ collection: "source", filename: "boats.md", bytes });
    const markdown = await contentOf("source", document, "markdown");
    const archive = await exported(server.api, "source");
    await imported(server.api, "copy", archive, "?new_ids=true");
    const [copy] = await server.api.documents("copy");
    expect(await contentOf("copy", copy!, "markdown")).toBe(markdown);
    // Passages in the older format, which did not record the blocks of their text.
    const before = changedArchive(entriesOf(archive), (entry) =>
      entry.name.startsWith("passages/")
        ? { ...entry, bytes: Buffer.from(String(entry.bytes).replaceAll(/,"boxes":"[^"]*"/g, "")) }
        : entry,
    );
    await imported(server.api, "before", before, "?new_ids=true");
    const [old] = await server.api.documents("before");
    expect(await contentOf("before", old!, "markdown")).toBe("Boats\n\nOf the harbour.\n\nName | Size\nAnn | 4\n");
    const path = documentsPath("before", old!.id);
    for (const tables of ["tables", "tables/1", "tables/1/csv"]) {
      const { detail } = await server.api.expect<Failure>(409, "GET", `${path}/${tables}`);
      expect(detail).toMatch(/has no recorded tables: reprocess it/);
    }
    await server.api.expect(200, "POST", `${path}/reprocess`);
    await server.api.settled("before", old!.id);
    expect(await contentOf("before", old!, "markdown")).toBe(markdown);
  });
});
