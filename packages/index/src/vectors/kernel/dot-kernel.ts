import {
  advanced,
  F32,
  f32,
  f32x4,
  get,
  I32,
  i32,
  instantiate,
  moduleOf,
  repeatWhile,
  set,
  tee,
  V128,
  v128,
} from "./wasm-module.ts";

/**
 * The dot product of two float32 vectors in WebAssembly SIMD: four lanes wide, four sums at a time, which JavaScript's
 * own loops can't be. In text form:
 *
 *     (func (export "dot") (param $row i32) (param $query i32) (param $end i32) (result f32)
 *       (loop  ;; sum[k] += row[k] * query[k] for four vectors of four floats, until row reaches end
 *         ...))
 */

/** Number of floats per iteration of the loop. Rows are padded with zeros to a multiple of it. */
export const KERNEL_STRIDE = 16;

/** Computes a dot product. The arguments are the byte addresses of the row, the query, and the row's end. */
export type DotKernel = (row: number, query: number, end: number) => number;

const BYTES_PER_ROUND = 4 * KERNEL_STRIDE;
const BYTES_PER_GROUP = 16;

const [ROW, QUERY, END] = [0, 1, 2] as const;
const SUMS = [3, 4, 5, 6] as const;

const accumulate = (sum: number, k: number) => [
  ...get(sum),
  ...[...get(ROW), ...v128.load(k * BYTES_PER_GROUP), ...get(QUERY), ...v128.load(k * BYTES_PER_GROUP)],
  ...[...f32x4.multiply, ...f32x4.add, ...set(sum)],
];

const lane = (index: number) => [...get(SUMS[0]), ...f32x4.lane(index)];

const body = [
  ...repeatWhile(
    SUMS.flatMap(accumulate),
    [...advanced(QUERY, BYTES_PER_ROUND), ...set(QUERY)],
    [...advanced(ROW, BYTES_PER_ROUND), ...tee(ROW), ...get(END), ...i32.isLess],
  ),
  ...[...get(SUMS[0]), ...get(SUMS[1]), ...f32x4.add],
  ...[...get(SUMS[2]), ...get(SUMS[3]), ...f32x4.add, ...f32x4.add, ...set(SUMS[0])],
  ...[...lane(0), ...lane(1), ...f32.add, ...lane(2), ...lane(3), ...f32.add, ...f32.add],
];

const MODULE = new WebAssembly.Module(
  moduleOf({ dot: { parameters: [I32, I32, I32], result: F32, locals: [[SUMS.length, V128]], body } }),
);

/** Instantiates the kernel for a memory. */
export const makeDotKernel = (memory: WebAssembly.Memory): DotKernel =>
  instantiate<{ readonly dot: DotKernel }>(MODULE, memory).dot;
