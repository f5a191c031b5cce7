import {
  advanced,
  F32,
  f32,
  f32x4,
  get,
  I32,
  i16x8,
  i32,
  i32x4,
  i8x16,
  instantiate,
  lanesTogether,
  moduleOf,
  repeatWhile,
  set,
  tee,
  V128,
  v128,
  type WasmFunction,
} from "./wasm-module.ts";

/**
 * Turns float32 vectors into 8-bit codes in WebAssembly SIMD: a collection is encoded when it is first searched, and
 * that answer waits for it. In text form:
 *
 *     (func (export "largest") (param $vector i32) (param $end i32) (result f32)
 *       ;; the largest absolute value
 *       ...)
 *     (func (export "encode") (param $vector i32) (param $end i32) (param $codes i32) (param $sums i32)
 *                             (param $per_code f32) (param $scale f32)
 *       (loop  ;; sixteen numbers: codes = nearest(numbers * $per_code), miss = numbers - codes * $scale
 *         ...)
 *       ;; $sums[0] = the squares of the misses together, $sums[1] = those of the numbers
 *       ...)
 */

/** Number of values per iteration. Vectors are padded with zeros to a multiple of it. */
const NUMBERS_PER_ROUND = 16;

/** All addresses are in bytes. */
export interface EncodeKernel {
  /** Returns the largest absolute value of the numbers in a range of addresses. */
  readonly largest: (vector: number, end: number) => number;
  /**
   * Writes a code for each number. Writes two f32 sums to `sums`: the squares of the quantisation errors, and of the
   * numbers.
   */
  readonly encode: (vector: number, end: number, codes: number, sums: number, perCode: number, scale: number) => void;
}

const BYTES_PER_GROUP = 16;
const BYTES_PER_ROUND = 64;
const GROUPS = [0, 1, 2, 3] as const;

const largest = (): WasmFunction => {
  const [VECTOR, END, BEST] = [0, 1, 2] as const;
  const body = [
    ...repeatWhile(
      GROUPS.flatMap((k) => [
        ...[...get(BEST), ...get(VECTOR), ...v128.load(k * BYTES_PER_GROUP)],
        ...[...f32x4.absolute, ...f32x4.larger, ...set(BEST)],
      ]),
      [...advanced(VECTOR, BYTES_PER_ROUND), ...tee(VECTOR), ...get(END), ...i32.isLess],
    ),
    ...lanesTogether(BEST, f32x4.lane, f32.larger),
  ];
  return { parameters: [I32, I32], result: F32, locals: [[1, V128]], body };
};

const addSquare = (sum: number, value: number) => [
  ...[...get(sum), ...get(value), ...get(value), ...f32x4.multiply, ...f32x4.add, ...set(sum)],
];

const encode = (): WasmFunction => {
  const [VECTOR, END, CODES, SUMS, PER_CODE, SCALE] = [0, 1, 2, 3, 4, 5] as const;
  const [MISSED, SQUARES, NUMBERS, ROUNDED, MISS, PER_CODES, SCALES] = [6, 7, 8, 9, 10, 11, 12] as const;
  const codesOf = (k: number) => [
    ...[...get(VECTOR), ...v128.load(k * BYTES_PER_GROUP), ...tee(NUMBERS)],
    ...[...get(PER_CODES), ...f32x4.multiply, ...f32x4.nearest, ...set(ROUNDED)],
    ...[...get(NUMBERS), ...get(ROUNDED), ...get(SCALES), ...f32x4.multiply, ...f32x4.subtract, ...set(MISS)],
    ...[...addSquare(MISSED, MISS), ...addSquare(SQUARES, NUMBERS)],
    ...[...get(ROUNDED), ...i32x4.truncate],
  ];
  const body = [
    ...[...get(PER_CODE), ...f32x4.splat, ...set(PER_CODES), ...get(SCALE), ...f32x4.splat, ...set(SCALES)],
    ...repeatWhile(
      get(CODES),
      [...codesOf(0), ...codesOf(1), ...i16x8.narrow, ...codesOf(2), ...codesOf(3), ...i16x8.narrow, ...i8x16.narrow],
      v128.store(0),
      [...advanced(CODES, NUMBERS_PER_ROUND), ...set(CODES)],
      [...advanced(VECTOR, BYTES_PER_ROUND), ...tee(VECTOR), ...get(END), ...i32.isLess],
    ),
    ...[...get(SUMS), ...lanesTogether(MISSED, f32x4.lane, f32.add), ...f32.store(0)],
    ...[...get(SUMS), ...lanesTogether(SQUARES, f32x4.lane, f32.add), ...f32.store(4)],
  ];
  return { parameters: [I32, I32, I32, I32, F32, F32], locals: [[7, V128]], body };
};

const MODULE = new WebAssembly.Module(moduleOf({ largest: largest(), encode: encode() }));

/** Instantiates the kernel for a memory. */
export const makeEncodeKernel = (memory: WebAssembly.Memory): EncodeKernel => instantiate(MODULE, memory);
