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

/** A sheet of a newspaper has some 600 lines; the boxes of a picture that is all pattern are not read. */
const MAX_LINES = 2_000;
/** Key of the signs in the recogniser's file, one a line. */
const SIGNS = "character";

/** Loads detector and recogniser, which read one page after the other. */
export async function loadPpocr({
  folder,
}: PpocrOptions): Promise<ServedModel<undefined, GreyImage, readonly ReadLine[]>> {
  const runtime = importOnnxRuntime();
  const recogniserFile = join(folder, RECOGNISER_FILE);
  const detector = await openSession(runtime, join(folder, DETECTOR_FILE));
  const recogniser = await openSession(runtime, recogniserFile);
  const signs = modelMetadata(await readFile(recogniserFile), SIGNS)?.split("\n");
  if (signs === undefined) throw new Error(`${recogniserFile} does not say which signs it reads`);
  const run = async (input: GreyImage): Promise<readonly ReadLine[]> => {
    // Among specks the gaps between words are lost.
    const image = removeSpecks(input);
    const boxes = await detectLines(detector, image);
    return boxes.length > MAX_LINES ? [] : recogniseLines(recogniser, signs, image, boxes);
  };
  return { info: undefined, run };
}
