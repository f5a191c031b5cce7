import { ParserError } from "@quarry/plugin";
import { TextRecogniser, type TextRecogniserOptions } from "./text-recogniser.ts";

/**
 * Opens a recogniser for the first picture and reuses it for further documents: a new one takes a CPU second, mainly
 * for compiling the engine's code. Its thread ends when idle. Missing language data must be fixed by the operator: the
 * document is retried.
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
