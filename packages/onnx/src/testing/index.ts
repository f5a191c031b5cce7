export { TINY_DIMENSION, TINY_MAX_TOKENS, type TinyModelOptions, writeTinyModel } from "./tiny-model.ts";
export { message as protobufMessage } from "./protobuf-bytes.ts";
