import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEngine } from "../src/engine/engine.ts";
import { PdfDocument } from "../src/engine/pdf-document.ts";
import type { RenderedPage } from "../src/engine/render-page.ts";

/** Returns the picture of a PDF's first page as displayed, or as a scanner would produce it. */
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
