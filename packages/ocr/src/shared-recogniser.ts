import { ParserError } from "@quarry/plugin";
import { TextRecogniser, type TextRecogniserOptions } from "./text-recogniser.ts";

/**
 * Opens a recogniser for the first picture and keeps it for further documents: a new one takes a CPU second, most of it
 * until the engine's code is compiled. Its thread ends when it has no work. Missing language data is the operator's to
 * mend: the document is tried again.
 */
export function sharedRecogniser(options: TextRecogniserOptions): () => Promise<TextRecogniser> {
  let opened: Promise<TextRecogniser> | undefined;
  return () => {
    opened ??= TextRecogniser.open(options).catch((cause: unknown) => {
      opened = undefined;
      throw new ParserError("unavailable", (cause as Error).message, { cause });
    });
    return opened;
  };
}
