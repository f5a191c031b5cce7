import {
  advanced,
  f32,
  f32x4,
  get,
  I32,
  i32,
  instantiate,
  lanesTogether,
  moduleOf,
  repeatWhile,
  set,
  tee,
  V128,
  v128,
} from "./wasm-module.ts";

/**
 * Dot products of two rows with four queries at once, in WebAssembly SIMD. A scan for one query waits for memory; here
 * each row that was fetched is used four times, and each query twice, out of registers. In text form:
 *
 *     (func (export "tile") (param $row i32) (param $query i32) (param $stride i32) (param $out i32)
 *       ;; the second row stands $stride bytes behind the first, so do the queries
 *       (loop  ;; sum[r][q] += row[r] * query[q] for four floats of each, until the first row ends
 *         ...)
 *       ;; out[r * 4 + q] = the four lanes of sum[r][q] together
 *       ...)
 */

export const TILE_ROWS = 2;
export const TILE_QUERIES = 4;

/**
 * Computes the products of a tile. The arguments are the byte addresses of the first row and the first query, the
 * stride in bytes, and the address of the results.
 */
export type TileKernel = (row: number, query: number, stride: number, out: number) => void;

const [ROW, QUERY, STRIDE, OUT, OTHER_ROW] = [0, 1, 2, 3, 4] as const;
const OTHER_QUERIES = [5, 6, 7] as const;
const END = 8;
const I32_LOCALS = 5;
const SUMS = [0, 1, 2, 3, 4, 5, 6, 7].map((sum) => 9 + sum);
const ROW_VALUES = [17, 18] as const;
const QUERY_VALUE = 19;
const V128_LOCALS = 11;

const ROWS = [ROW, OTHER_ROW] as const;
const QUERIES = [QUERY, ...OTHER_QUERIES] as const;
const BYTES_PER_PRODUCT = 4;
const BYTES_PER_STEP = 16;
const STEPS_PER_ROUND = 2;

type Accumulate = (sum: number, row: number) => readonly number[];

/** `sum += row * query` */
const fused: Accumulate = (sum, row) => [...get(row), ...get(QUERY_VALUE), ...get(sum), ...f32x4.multiplyAdd];
const separate: Accumulate = (sum, row) => [
  ...[...get(sum), ...get(row), ...get(QUERY_VALUE), ...f32x4.multiply, ...f32x4.add],
];

const step = (offset: number, accumulate: Accumulate): readonly number[] => [
  ...ROWS.flatMap((row, r) => [...get(row), ...v128.load(offset), ...set(ROW_VALUES[r]!)]),
  ...QUERIES.flatMap((query, q) => [
    ...[...get(query), ...v128.load(offset), ...set(QUERY_VALUE)],
    ...ROW_VALUES.flatMap((row, r) => {
      const sum = SUMS[r * TILE_QUERIES + q]!;
      return [...accumulate(sum, row), ...set(sum)];
    }),
  ]),
];

const advance = (pointer: number) => advanced(pointer, STEPS_PER_ROUND * BYTES_PER_STEP);

const bodyOf = (accumulate: Accumulate): readonly number[] => [
  ...[...get(ROW), ...get(STRIDE), ...i32.add, ...tee(OTHER_ROW), ...set(END)],
  ...OTHER_QUERIES.flatMap((query, q) => [...get(QUERIES[q]!), ...get(STRIDE), ...i32.add, ...set(query)]),
  ...repeatWhile(
    Array.from({ length: STEPS_PER_ROUND }, (_, k) => step(k * BYTES_PER_STEP, accumulate)).flat(),
    [OTHER_ROW, ...QUERIES].flatMap((pointer) => [...advance(pointer), ...set(pointer)]),
    [...advance(ROW), ...tee(ROW), ...get(END), ...i32.isLess],
  ),
  ...SUMS.flatMap((sum, index) => [
    ...[...get(OUT), ...lanesTogether(sum, f32x4.lane, f32.add), ...f32.store(index * BYTES_PER_PRODUCT)],
  ]),
];

const tileModule = (accumulate: Accumulate): Uint8Array<ArrayBuffer> =>
  moduleOf({
    tile: {
      parameters: [I32, I32, I32, I32],
      locals: [
        [I32_LOCALS, I32],
        [V128_LOCALS, V128],
      ],
      body: bodyOf(accumulate),
    },
  });

const FUSED = tileModule(fused);
const MODULE = new WebAssembly.Module(WebAssembly.validate(FUSED) ? FUSED : tileModule(separate));

/** Instantiates the kernel for a memory. */
export const makeTileKernel = (memory: WebAssembly.Memory): TileKernel =>
  instantiate<{ readonly tile: TileKernel }>(MODULE, memory).tile;
