import type { Tensor } from "@huggingface/transformers";

/** The numbers of an output. Half precision comes as its own array, or as the bits of one, depending on the runtime. */
export function outputValues({ data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) return new Float32Array(new Float16Array(data.buffer, data.byteOffset, data.length));
  return Float32Array.from(data as unknown as ArrayLike<number>);
}
