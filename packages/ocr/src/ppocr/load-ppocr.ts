import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { importOnnxRuntime, type ServedModel } from "@quarry/onnx/child";
import type { GreyImage } from "../grey-image.ts";
import { removeSpecks } from "../remove-noise.ts";
import { detectLines } from "./detect-lines.ts";
import { modelMetadata } from "./model-metadata.ts";
import { openSession } from "./onnx-session.ts";
import { DETECTOR_FILE, type PpocrOptions, type ReadLine, RECOGNISER_FILE } from "./ppocr-protocol.ts";
import { recogniseLines } from "./recognise-lines.ts";

/**
 * Maximum number of lines. A newspaper sheet has some 600; the boxes of a picture full of patterns are not recognised.
 */
const MAX_LINES = 2_000;
/** Metadata key of the characters in the recogniser's file, one per line. */
const SIGNS = "character";

/** Loads detector and recogniser, which process one page at a time. */
export async function loadPpocr({
  folder,
}: PpocrOptions): Promise<ServedModel<undefined, GreyImage, readonly ReadLine[]>> {
  const runtime = importOnnxRuntime();
  const recogniserFile = join(folder, RECOGNISER_FILE);
  const detector = await openSession(runtime, join(folder, DETECTOR_FILE));
  const recogniser = await openSession(runtime, recogniserFile);
  const characters = modelMetadata(await readFile(recogniserFile), SIGNS)?.split("\n");
  if (characters === undefined) throw new Error(`${recogniserFile} does not list the characters that it recognises`);
  const run = async (input: GreyImage): Promise<readonly ReadLine[]> => {
    // Specks hide the gaps between words.
    const image = removeSpecks(input);
    const boxes = await detectLines(detector, image);
    return boxes.length > MAX_LINES ? [] : recogniseLines(recogniser, characters, image, boxes);
  };
  return { info: undefined, run };
}
