import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasRuntime, INSTALL } from "@quarry/onnx/files";
import { DETECTOR_FILE, RECOGNISER_FILE } from "./ppocr-protocol.ts";

/** Returns the reason why PP-OCR can't run with a folder, with the command that fixes it, or undefined if it can. */
export function ppocrProblem(folder: string | undefined): string | undefined {
  if (folder === undefined) return `engine "ppocr" needs the folder of its model: run ${ADD}`;
  const missing = [DETECTOR_FILE, RECOGNISER_FILE].find((file) => !existsSync(join(folder, file)));
  if (missing !== undefined) return `the folder of the model has no ${missing}: run ${ADD}`;
  return hasRuntime()
    ? undefined
    : `the runtime of engine "ppocr" is missing: run npm ${INSTALL.join(" ")} in the folder of the service`;
}

const ADD = "quarry models add ppocr-v6-small";
