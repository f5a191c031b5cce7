import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEngine } from "../src/engine/engine.ts";
import { PdfDocument } from "../src/engine/pdf-document.ts";
import type { RenderedPage } from "../src/engine/render-page.ts";

/** The picture of the first page of a PDF as it is shown, or as a scanner would make it. */
export async function pictureOf(bytes: Uint8Array): Promise<RenderedPage> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-pdf-picture-"));
  try {
    const path = join(folder, "printed.pdf");
    await writeFile(path, bytes);
    const document = PdfDocument.open(await loadEngine(512 * 1_048_576), path, bytes.length);
    const page = document.openPage(0)!;
    try {
      return page.render({ maxPixels: 20_000_000, timeoutMs: 10_000 })!;
    } finally {
      page.close();
      document.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
