import type { TextRecogniser } from "@quarry/ocr";
import type { ParserEvent, ParserLimits, ParserSource, ParserV1 } from "@quarry/plugin";
import { DocumentReader } from "./document-reader.ts";
import { asParserError, openPdf } from "./open-pdf.ts";
import type { PdfSettings } from "./pdf-settings.ts";
import { showPage } from "./show-page.ts";

/** Reads PDFs page by page: text in reading order, headings by font size, tables by the gaps in their lines. */
export function pdfParser(settings: PdfSettings): ParserV1 {
  const recogniser = lateRecogniser(settings);
  return {
    parse: (source, limits) => parse(source, limits, settings, recogniser),
    showPage: (source, request, limits) => showPage(source, request, limits, settings),
  };
}

/** Loads OCR for the first page that needs it: few PDFs do. */
function lateRecogniser(settings: PdfSettings): () => Promise<TextRecogniser> {
  const { recognition, languages, languageFolder, pageTimeoutSeconds } = settings;
  let retained: (() => Promise<TextRecogniser>) | undefined;
  return async () => {
    const { sharedRecogniser } = await import("@quarry/ocr");
    retained ??= sharedRecogniser({
      recognition,
      languages,
      languageFolder,
      pageTimeoutMs: pageTimeoutSeconds * 1_000,
    });
    return retained();
  };
}

async function* parse(
  source: ParserSource,
  limits: ParserLimits,
  settings: PdfSettings,
  recogniser: () => Promise<TextRecogniser>,
): AsyncGenerator<ParserEvent> {
  try {
    const document = await openPdf(source, settings);
    try {
      yield* new DocumentReader(document, settings, limits, recogniser).read();
    } finally {
      document.close();
    }
  } catch (error) {
    throw asParserError(error, settings);
  }
}
