import { expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import { documentsPath } from "../harness/api.ts";
import type { Chunk } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { pdfOf, textPage, turnedPage, withDamagedPage } from "../pages/make-files.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

interface PageBox {
  readonly page: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

const server = useSharedServer();
const browser = useBrowser(server);

const handbook = async (collection: string) => {
  await server.api.createCollection(collection, { chunk_size: 128 });
  const { filename, bytes } = await libraryFile("quarry-handbook.pdf");
  const { id } = await server.api.ingest({ collection, filename, bytes });
  const { chunks } = await server.api.expect<{ chunks: Chunk[] }>(200, "GET", documentsPath(collection, id, "chunks"));
  return { id, chunks };
};

/** Returns whether the picture of a page has loaded. */
const hasPicture = (page: Awaited<ReturnType<typeof browser.open>>, number: number) =>
  page
    .getByRole("img", { name: `Image of page ${number}` })
    .evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0);

test("a chunk opens next to its page with its text marked, and the arrow keys turn pages", async () => {
  const { id, chunks } = await handbook("beside");
  const chunk = chunks.find(({ metadata }) => metadata["page"] === 12)!;
  const page = await browser.open(`/console/collections/beside/documents/${id}#chunk-${chunk.chunk_index}`);
  const article = page.getByRole("article", { name: `Chunk ${chunk.chunk_index}`, exact: true });
  await article.getByRole("link", { name: "View on page" }).click();
  await page.waitForURL(`**/documents/${id}/pages/12?chunk=${chunk.chunk_index}`);
  await page.getByText("Page 12 of 46").waitFor();
  await expect.poll(() => hasPicture(page, 12), POLL).toBe(true);
  expect((await page.locator("mark").textContent())!.trim()).toBe(chunk.text.trim());
  await axe(page);
  await screenshot(page, "document page");
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(`**/documents/${id}/pages/13?chunk=${chunk.chunk_index}`);
  await page.getByText("Page 13 of 46").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Page 11 of 46").waitFor();
  // Keys typed into a field do not turn pages.
  const field = page.getByLabel("Go to page");
  await field.fill("40");
  await field.press("ArrowLeft");
  await field.press("Enter");
  await page.getByText("Page 40 of 46").waitFor();
});

test("a chunk is marked at its position on the page image", async () => {
  const { id, chunks } = await handbook("boxed");
  const { chunk_index: index } = chunks.find(({ metadata }) => metadata["page"] === 5)!;
  const path = `${documentsPath("boxed", id, "chunks")}?limit=1&offset=${index}&citations=true`;
  const answer = await server.api.expect<{ chunks: { citation: { boxes: PageBox[] } }[] }>(200, "GET", path);
  const known = answer.chunks[0]!.citation.boxes.filter((box) => box.page === 5);
  expect(known.length).toBeGreaterThan(0);
  const page = await browser.open(`/console/collections/boxed/documents/${id}/pages/5?chunk=${index}`);
  await expect.poll(() => hasPicture(page, 5), POLL).toBe(true);
  const boxes = page.locator("img + span, img + span ~ span");
  await expect.poll(() => boxes.count(), POLL).toBe(known.length);
  const picture = (await page.getByRole("img", { name: "Image of page 5" }).boundingBox())!;
  for (const [index, box] of known.entries()) {
    const marked = (await boxes.nth(index).boundingBox())!;
    expect((marked.x - picture.x) / picture.width).toBeCloseTo(box.x0, 2);
    expect((marked.y - picture.y) / picture.height).toBeCloseTo(box.y0, 2);
    expect(marked.width / picture.width).toBeCloseTo(box.x1 - box.x0, 2);
    expect(marked.height / picture.height).toBeCloseTo(box.y1 - box.y0, 2);
  }
  await screenshot(page, "document page boxed");
});

test("a damaged page is reported, as is a file without page images", async () => {
  await server.api.createCollection("odd");
  const pages = [textPage("The first page."), turnedPage, textPage("The lost page.")];
  const bytes = withDamagedPage(await pdfOf(pages), 2);
  const { id } = await server.api.ingest({ collection: "odd", filename: "odd.pdf", bytes });
  const page = await browser.open(`/console/collections/odd/documents/${id}`);
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  await page.getByText("Page 1 of 3").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => hasPicture(page, 2), POLL).toBe(true);
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByText("Page 3 was skipped: it is damaged").waitFor();
  await page.getByText("No text was extracted from this page.").waitFor();

  const deck = await libraryFile("product-tour.pptx");
  const slides = await server.api.ingest({ collection: "odd", filename: deck.filename, bytes: deck.bytes });
  const slide = await browser.open(`/console/collections/odd/documents/${slides.id}/pages/2`);
  await slide.getByText("Page images are available for PDFs and images only.").waitFor();
  await axe(slide);
});

test.each(["light", "dark"] as const)("a page is readable on a phone (%s)", async (theme) => {
  const { id, chunks } = await handbook(`phone_${theme}`);
  const { chunk_index: index } = chunks.find(({ metadata }) => metadata["page"] === 7)!;
  const path = `/console/collections/phone_${theme}/documents/${id}/pages/7?chunk=${index}`;
  const page = await browser.open(path, { width: 360, theme });
  await expect.poll(() => hasPicture(page, 7), POLL).toBe(true);
  await page.locator("mark").waitFor();
  await fits(page);
  await axe(page);
  await screenshot(page, `document page phone ${theme}`);
});

test("a search result links to its page", async () => {
  const { id } = await handbook("found");
  const page = await browser.open(
    `/console/search?${new URLSearchParams({ q: "filters", a: JSON.stringify({ collections: ["found"] }) })}`,
  );
  await page
    .getByRole("link", { name: /^page \d+$/ })
    .first()
    .click();
  await page.waitForURL(`**/collections/found/documents/${id}/pages/*?chunk=*`);
  await page.getByRole("region", { name: "Extracted text" }).locator("mark").waitFor();
});
