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

/** Number of codes per iteration of the inner loop. Rows are padded with zeros to a multiple of it. */
export const CODES_PER_ROUND = 32;
/** Size of a cache line in bytes on nearly all processors. Rows should be aligned to it. */
export const CACHE_LINE = 64;

/**
 * Encodes float32 vectors as rows of 8-bit codes, and multiplies these with a query of 16-bit numbers, in WebAssembly
 * SIMD: codes take a quarter of the memory of float32 rows, and an instruction multiplies eight of them. All addresses
 * are in bytes. `stride` is the size of a row. Each product is an i32.
 */
export interface CodeKernel {
  /** Computes the products of the rows in a range of addresses and writes them to `out`. */
  readonly products: (row: number, end: number, query: number, stride: number, out: number) => void;
  /**
   * Computes the products of rows given by number, relative to the address `rows`. Replaces each number by its product.
   */
  readonly picked: (list: number, end: number, rows: number, query: number, stride: number) => void;
  /**
   * Prefetches rows, given by number, into the processor's caches. During multiplication, randomly accessed rows are
   * loaded one cache line after another. Without any work on them, many lines load in parallel. The result is
   * meaningless, but prevents the loads from being optimised away.
   */
  readonly fetch: (list: number, end: number, rows: number, stride: number) => number;
  /** Returns the largest absolute value of the numbers in a range of addresses. */
  readonly largest: (vector: number, end: number) => number;
  /**
   * Writes a code for each number: the nearest to `number * perCode`. Writes two f32 sums to `sums`: the squares of the
   * quantisation errors (`number - code * scale`), and of the numbers. In SIMD because a first search waits for it.
   */
  readonly encode: (vector: number, end: number, codes: number, sums: number, perCode: number, scale: number) => void;
}

const CODES_PER_GROUP = 8;
const BYTES_PER_NUMBER = 2;
const BYTES_PER_PRODUCT = 4;
/** Floats per iteration of `largest` and `encode`: four groups of four. */
const FLOATS_PER_ROUND = 16;
const BYTES_PER_FLOAT = 4;
const BYTES_PER_GROUP = 16;

/** Indexes of the locals that a product needs. */
interface ProductLocals {
  readonly row: number;
  readonly rowEnd: number;
  readonly query: number;
  readonly number: number;
  readonly stride: number;
  readonly sums: readonly [number, number, number, number];
}

/** Emits code that leaves the product of a row on the stack, and `row` at the row's end. */
const product = ({ row, rowEnd, query, number, stride, sums }: ProductLocals): readonly number[] => [
  ...sums.flatMap((sum) => [...i32.constant(0), ...i32x4.splat, ...set(sum)]),
  ...[...get(query), ...set(number)],
  ...[...get(row), ...get(stride), ...i32.add, ...set(rowEnd)],
  ...repeatWhile(
    sums.flatMap((sum, k) => [
      ...get(sum),
      ...[...get(row), ...v128.loadBytes(k * CODES_PER_GROUP)],
      ...[...get(number), ...v128.load(k * CODES_PER_GROUP * BYTES_PER_NUMBER)],
      ...[...i32x4.multiplyPairs, ...i32x4.add, ...set(sum)],
    ]),
    [...advanced(number, CODES_PER_ROUND * BYTES_PER_NUMBER), ...set(number)],
    [...advanced(row, CODES_PER_ROUND), ...tee(row), ...get(rowEnd), ...i32.isLess],
  ),
  ...[...get(sums[0]), ...get(sums[1]), ...i32x4.add],
  ...[...get(sums[2]), ...get(sums[3]), ...i32x4.add, ...i32x4.add, ...set(sums[0])],
  ...lanesTogether(sums[0], i32x4.lane, i32.add),
];

const products = (): WasmFunction => {
  const [ROW, END, QUERY, STRIDE, OUT, ROW_END, NUMBER] = [0, 1, 2, 3, 4, 5, 6] as const;
  const locals = { row: ROW, rowEnd: ROW_END, query: QUERY, number: NUMBER, stride: STRIDE } as const;
  const body = repeatWhile(
    [...get(OUT), ...product({ ...locals, sums: [7, 8, 9, 10] }), ...i32.store(0)],
    [...advanced(OUT, BYTES_PER_PRODUCT), ...set(OUT)],
    [...get(ROW), ...get(END), ...i32.isLess],
  );
  return { parameters: [I32, I32, I32, I32, I32], locals: [[2, I32], FOUR_SUMS], body };
};

/** Emits code that leaves the address of the row whose number is at `list` on the stack. */
const rowAt = (list: number, rows: number, stride: number): readonly number[] => [
  ...[...get(list), ...i32.load(0), ...get(stride), ...i32.multiply, ...get(rows), ...i32.add],
];

const picked = (): WasmFunction => {
  const [LIST, END, ROWS, QUERY, STRIDE, ROW, ROW_END, NUMBER] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const locals = { row: ROW, rowEnd: ROW_END, query: QUERY, number: NUMBER, stride: STRIDE } as const;
  const body = repeatWhile(
    [...rowAt(LIST, ROWS, STRIDE), ...set(ROW)],
    [...get(LIST), ...product({ ...locals, sums: [8, 9, 10, 11] }), ...i32.store(0)],
    [...advanced(LIST, BYTES_PER_PRODUCT), ...tee(LIST), ...get(END), ...i32.isLess],
  );
  return { parameters: [I32, I32, I32, I32, I32], locals: [[3, I32], FOUR_SUMS], body };
};

/** Reads a word of each cache line of the rows. */
const fetch = (): WasmFunction => {
  const [LIST, END, ROWS, STRIDE, ROW, ROW_END, SUM] = [0, 1, 2, 3, 4, 5, 6] as const;
  const body = [
    ...repeatWhile(
      [...rowAt(LIST, ROWS, STRIDE), ...tee(ROW)],
      [...get(STRIDE), ...i32.add, ...set(ROW_END)],
      repeatWhile(
        [...get(SUM), ...get(ROW), ...i32.load(0), ...i32.add, ...set(SUM)],
        [...advanced(ROW, CACHE_LINE), ...tee(ROW), ...get(ROW_END), ...i32.isLess],
      ),
      [...advanced(LIST, BYTES_PER_PRODUCT), ...tee(LIST), ...get(END), ...i32.isLess],
    ),
    ...get(SUM),
  ];
  return { parameters: [I32, I32, I32, I32], result: I32, locals: [[3, I32]], body };
};

const largest = (): WasmFunction => {
  const [VECTOR, END, BEST] = [0, 1, 2] as const;
  const body = [
    ...repeatWhile(
      [0, 1, 2, 3].flatMap((k) => [
        ...[...get(BEST), ...get(VECTOR), ...v128.load(k * BYTES_PER_GROUP)],
        ...[...f32x4.absolute, ...f32x4.larger, ...set(BEST)],
      ]),
      nextRound(VECTOR, END),
    ),
    ...lanesTogether(BEST, f32x4.lane, f32.larger),
  ];
  return { parameters: [I32, I32], result: F32, locals: [[1, V128]], body };
};

/** Emits code that advances to the next floats and leaves whether there are any on the stack. */
const nextRound = (vector: number, end: number): readonly number[] => [
  ...[...advanced(vector, FLOATS_PER_ROUND * BYTES_PER_FLOAT), ...tee(vector), ...get(end), ...i32.isLess],
];

const addSquare = (sum: number, value: number): readonly number[] => [
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
      [...advanced(CODES, FLOATS_PER_ROUND), ...set(CODES)],
      nextRound(VECTOR, END),
    ),
    ...[...get(SUMS), ...lanesTogether(MISSED, f32x4.lane, f32.add), ...f32.store(0)],
    ...[...get(SUMS), ...lanesTogether(SQUARES, f32x4.lane, f32.add), ...f32.store(4)],
  ];
  return { parameters: [I32, I32, I32, I32, F32, F32], locals: [[7, V128]], body };
};

const FOUR_SUMS = [4, V128] as const;

const MODULE = new WebAssembly.Module(
  moduleOf({ products: products(), picked: picked(), fetch: fetch(), largest: largest(), encode: encode() }),
);

/** Instantiates the kernel for a memory. */
export const makeCodeKernel = (memory: WebAssembly.Memory): CodeKernel => instantiate(MODULE, memory);
