import { serveModel } from "@quarry/onnx/child";
import { loadPpocr } from "./load-ppocr.ts";

/** The process of PP-OCR. */
serveModel(loadPpocr);
