export { Archive } from "./archive.ts";
export { damaged } from "./unpack.ts";
export { decoderFor } from "./xml-encoding.ts";
