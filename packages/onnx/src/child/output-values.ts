import type { Tensor } from "@huggingface/transformers";

/**
 * Returns the numbers of an output. Half precision is returned as its own array type or as the raw bits, depending on
 * the runtime.
 */
export function outputValues({ data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) return new Float32Array(new Float16Array(data.buffer, data.byteOffset, data.length));
  return Float32Array.from(data as unknown as ArrayLike<number>);
}
