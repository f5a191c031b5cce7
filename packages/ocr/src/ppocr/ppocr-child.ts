import { serveModel } from "@quarry/onnx/child";
import { loadPpocr } from "./load-ppocr.ts";

/** Entry point of the PP-OCR process. */
serveModel(loadPpocr);
