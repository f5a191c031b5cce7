import {
  type PagePicture,
  type PageRequest,
  type PageView,
  ParserError,
  type ParserLimits,
  type ParserSource,
  viewPixels,
} from "@quarry/plugin";
import type { PdfDocument } from "./engine/pdf-document.ts";
import type { PdfPage } from "./engine/pdf-page.ts";
import { asParserError, openPdf } from "./open-pdf.ts";
import type { PdfSettings } from "./pdf-settings.ts";
import { maxPicturePixels } from "./picture-memory.ts";

/** Drawing a page takes a tenth of a second; a viewer does not wait longer than this. */
const DRAW_TIMEOUT_MS = 15_000;

/** Letters stay sharp, and a page of text takes some 50 kB. A higher effort takes longer than it saves in transfer. */
const WEBP = { quality: 85, effort: 2, smartSubsample: true };

/** Measures a page as displayed and, if a width is requested, draws it. */
export async function showPage(
  source: ParserSource,
  request: PageRequest,
  limits: ParserLimits,
  settings: PdfSettings,
): Promise<PageView> {
  try {
    const document = await openPdf(source, settings);
    try {
      return await viewOf(document, request, maxPicturePixels(limits, settings));
    } finally {
      document.close();
    }
  } catch (error) {
    throw asParserError(error, settings);
  }
}

async function viewOf(document: PdfDocument, request: PageRequest, maxPixels: number): Promise<PageView> {
  const { pageCount } = document;
  if (request.page > pageCount) return { pageCount };
  const page = document.openPage(request.page - 1);
  if (page === undefined) throw new ParserError("corrupt", `page ${request.page} is damaged and can't be shown`);
  try {
    const size = page.size();
    if (size === undefined) throw new ParserError("corrupt", `page ${request.page} has no size and can't be shown`);
    if (request.width === undefined) return { pageCount, size };
    if (page.pictures().largestPixels > maxPixels) {
      throw new ParserError("limit", `page ${request.page} has a picture that is too large to render`);
    }
    const pixels = viewPixels(size, request.width);
    return { pageCount, size, picture: await draw(page, pixels, document.formEnvironment(), request.page) };
  } finally {
    page.close();
  }
}

async function draw(
  page: PdfPage,
  size: { readonly width: number; readonly height: number },
  form: number,
  number: number,
): Promise<PagePicture> {
  const pixels = page.draw({ ...size, form, isColour: true, hasNotes: true, timeoutMs: DRAW_TIMEOUT_MS });
  if (pixels === undefined)
    throw new ParserError("limit", `page ${number} can't be rendered, or takes too long to render`);
  // Loaded lazily, because text extraction doesn't need it.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const bytes = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .webp(WEBP)
    .toBuffer();
  return { bytes, mediaType: "image/webp" };
}
