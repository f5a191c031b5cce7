export { rerankerOnnx as default } from "./reranker-onnx.ts";
