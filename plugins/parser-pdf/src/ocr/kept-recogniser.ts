import type { TextRecogniser } from "@quarry/ocr";
import { ParserError } from "@quarry/plugin";
import type { PdfSettings } from "../pdf-settings.ts";

/**
 * Opens the recogniser for the first page that needs it and keeps it for further documents: a new one takes a CPU second, most
 * of it until the engine's code is compiled. Its thread ends when it has no work.
 */
export function keptRecogniser(settings: PdfSettings): () => Promise<TextRecogniser> {
  let opened: Promise<TextRecogniser> | undefined;
  return () => {
    opened ??= open(settings).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Missing language data is the operator's to mend: the document is tried again. */
async function open({ languages, languageFolder, pageTimeoutSeconds }: PdfSettings): Promise<TextRecogniser> {
  const { TextRecogniser } = await import("@quarry/ocr");
  try {
    return await TextRecogniser.open({ languages, languageFolder, pageTimeoutMs: pageTimeoutSeconds * 1_000 });
  } catch (error) {
    throw new ParserError("unavailable", (error as Error).message, { cause: error });
  }
}
