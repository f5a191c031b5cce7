import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import { pdfFile } from "../fixtures/pdf-file.ts";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Chunk, Document } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { colourAt, endlessPage, isRed, isWhite, pdfOf, textPage, turnedPage, withDamagedPage } from "./make-files.ts";

const server = useServer();
const SHELF = "shelf";

interface Page {
  readonly page: number;
  readonly page_count: number;
  readonly text: string;
  readonly start_char: number | null;
  readonly end_char: number | null;
  readonly truncated: boolean;
  readonly width: number | null;
  readonly height: number | null;
}

const put = (filename: string, bytes: Uint8Array | string): Promise<Document> =>
  server.api.ingest({ collection: SHELF, filename, bytes });

const pathOf = (document: Document, page: number | string): string =>
  `${documentsPath(SHELF, document.id)}/pages/${page}`;

const pageOf = (document: Document, page: number): Promise<Page> =>
  server.api.expect<Page>(200, "GET", pathOf(document, page));

const imageOf = async (document: Document, page: number, query = "", headers = {}) => {
  const response = await server.api.fetch("GET", `${pathOf(document, page)}/image${query}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

const refusal = async (status: number, path: string): Promise<string> =>
  (await server.api.expect<Failure>(status, "GET", path)).detail;

let mixed: Document;

beforeAll(async () => {
  await server.api.createCollection(SHELF, { chunk_size: 64, chunk_overlap: 16 });
  const long = "The oil of the gearbox is changed every thousand hours, and the filter with it. ".repeat(12);
  const pages = [textPage("The first page.", long), turnedPage, textPage("The lost page."), textPage("The last page.")];
  mixed = await put("mixed.pdf", withDamagedPage(await pdfOf(pages), 2));
});

describe("a page of a PDF", () => {
  test("has its text, its offsets in the document's text, and its size as displayed", async () => {
    const [first, turned] = [await pageOf(mixed, 1), await pageOf(mixed, 2)];
    expect(first).toMatchObject({ page: 1, page_count: 4, start_char: 0, truncated: false });
    expect(first.text).toMatch(/^The first page\.\n\nThe oil of the gearbox .* and the filter with it\.$/s);
    expect([Math.round(first.width!), Math.round(first.height!)]).toEqual([595, 842]);
    expect(turned).toMatchObject({ text: "The turned page tells of the gearbox.", width: 400, height: 300 });
    const text = (await server.api.call("GET", `${documentsPath(SHELF, mixed.id)}/text`)).text;
    for (const page of [first, turned]) expect(text.slice(page.start_char!, page.end_char!)).toBe(page.text);
  });

  test("is drawn as displayed: rotated, cropped, in color, at the next width step", async () => {
    const { response, bytes } = await imageOf(mixed, 2, "?width=500");
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 640, height: 480 });
    expect(isRed(await colourAt(bytes, 0.05, 0.05))).toBe(true);
    expect(isWhite(await colourAt(bytes, 0.5, 0.05))).toBe(true);
    expect(isWhite(await colourAt(bytes, 0.05, 0.95))).toBe(true);
  });

  test("that is damaged returns 409 and a warning in the document's information; the others are read", async () => {
    expect(mixed.status).toBe("ready");
    const { info } = await server.api.expect<{ info: { warnings: string[] } }>(
      200,
      "GET",
      `${documentsPath(SHELF, mixed.id)}?info=true`,
    );
    expect(info.warnings).toEqual(["page 3 was skipped: it is damaged"]);
    expect(await pageOf(mixed, 3)).toMatchObject({ text: "", start_char: null, end_char: null, width: null });
    expect(await refusal(409, `${pathOf(mixed, 3)}/image`)).toMatch(
      /^page 3 of document .* is damaged and can't be shown$/,
    );
    expect((await pageOf(mixed, 4)).text).toBe("The last page.");
    expect((await imageOf(mixed, 4)).response.status).toBe(200);
  });

  test("has an image that is cached on disk, returns 304 for its ETag, and is private for proxies", async () => {
    const { response, bytes } = await imageOf(mixed, 1, "?width=300");
    const tag = response.headers.get("etag")!;
    expect(response.headers.get("cache-control")).toMatch(/^private/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const again = await imageOf(mixed, 1, "?width=320", { "if-none-match": tag });
    expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
    const part = await imageOf(mixed, 1, "?width=320", { range: "bytes=4-9" });
    expect([part.response.status, part.bytes]).toEqual([206, bytes.subarray(4, 10)]);
    const retained = await readdir(server.current.folder.file("page-pictures"));
    expect(retained.filter((name) => name.includes("-1-320."))).toHaveLength(1);
  });

  test("that doesn't exist returns 404 with the page count; a non-number returns 400", async () => {
    for (const page of [5, 0, -1]) {
      expect(await refusal(404, pathOf(mixed, page))).toMatch(/^page -?\d does not exist: document ".*" has 4 pages$/);
      expect(await refusal(404, `${pathOf(mixed, page)}/image`)).toMatch(/does not exist/);
    }
    expect(await refusal(400, pathOf(mixed, "two"))).toBe('page: must be an integer, got "two"');
    expect(await refusal(400, `${pathOf(mixed, 1)}/image?width=100000`)).toMatch(/^width: /);
  });
});

describe("files without pages or images", () => {
  test("report that they have none", async () => {
    const note = await put("note.md", "# A note\n\nIt has no pages.\n");
    expect(await refusal(404, pathOf(note, 1))).toMatch(/has no pages: a \.md file is one text, which \/text gives$/);
    expect(await refusal(404, `${pathOf(note, 1)}/image`)).toMatch(/has no pictures of its pages: it is a \.md file/);
  });

  test("a slide has text and no image", async () => {
    const slides = await put("deck.pptx", (await libraryFile("product-tour.pptx")).bytes);
    const second = await pageOf(slides, 2);
    expect(second.text.length).toBeGreaterThan(0);
    expect(second).toMatchObject({ width: null, height: null });
    expect(await refusal(404, `${pathOf(slides, 2)}/image`)).toMatch(/it is a \.pptx file; those of \.pdf, /);
  });
});

describe("the whole text", () => {
  test("matches the offsets of the chunks, and has a form feed between pages", async () => {
    const path = `${documentsPath(SHELF, mixed.id)}`;
    const answer = await server.api.call("GET", `${path}/text`);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/mixed\.pdf\.txt/);
    const { chunks } = await server.api.expect<{ chunks: Chunk[] }>(200, "GET", `${path}/chunks`);
    expect(chunks.length).toBeGreaterThan(4);
    for (const { text, metadata } of chunks) {
      const { start_char: start, end_char: end } = metadata as { start_char: number; end_char: number };
      expect(answer.text.slice(start, end)).toBe(text);
    }
    const pages = answer.text.split("\f");
    expect(pages).toHaveLength(3);
    expect(pages[1]).toBe("The turned page tells of the gearbox.\n");
    expect(pages[2]).toBe("The last page.");
  });

  test("of a file without pages is its text", async () => {
    const words = `Alpha ${"beta gamma delta. ".repeat(400)}\n\nThe end.`;
    const note = await put("long.txt", words);
    const { text } = await server.api.call("GET", `${documentsPath(SHELF, note.id)}/text`);
    expect(text).toBe(words.replace(". \n", ".\n"));
  });
});

test("a page that takes too long to draw is abandoned, and another one is drawn", { timeout: 120_000 }, async () => {
  const bomb = await put("bomb.pdf", await pdfOf([textPage("A good page."), endlessPage]));
  expect(await refusal(409, `${pathOf(bomb, 2)}/image?width=2560`)).toMatch(/page 2 of document .* too long/);
  expect((await imageOf(bomb, 1)).response.status).toBe(200);
  // The page isn't tried again for a while.
  expect(await refusal(409, `${pathOf(bomb, 2)}/image?width=2560`)).toMatch(/too long/);
});

test("a PDF with a password has no pages, and the error states why", async () => {
  const locked = await put("locked.pdf", await pdfFile(["A secret."], "sesame"));
  expect(locked.status).toBe("failed");
  expect(await refusal(409, `${pathOf(locked, 1)}/image`)).toMatch(/the PDF is encrypted: remove the password/);
  expect(await refusal(409, pathOf(locked, 1))).toMatch(/has no text: its status is failed: the PDF is encrypted/);
});

test("an extremely wide page is drawn within the size limits", async () => {
  const street = await put(
    "street.pdf",
    await pdfOf([
      (document) =>
        void document
          .addPage({ size: [14_000, 20] })
          .fontSize(9)
          .text("A long street.", 5, 5),
    ]),
  );
  const { width, height } = await sharp((await imageOf(street, 1, "?width=2560")).bytes).metadata();
  expect([width, height]).toEqual([2_560, 4]);
});
