export { embedderOnnx as default } from "./embedder-onnx.ts";
