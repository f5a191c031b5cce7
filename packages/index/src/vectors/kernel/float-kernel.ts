import {
  advanced,
  F32,
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
  type WasmFunction,
} from "./wasm-module.ts";

/** Number of floats per iteration of a loop. Rows are padded with zeros to a multiple of it. */
export const KERNEL_STRIDE = 16;
export const TILE_ROWS = 2;
export const TILE_QUERIES = 4;

/** Dot products of float32 vectors in WebAssembly SIMD. All addresses are in bytes. */
export interface FloatKernel {
  /** Returns the product of the row from `row` to `end` with a query. */
  readonly dot: (row: number, query: number, end: number) => number;
  /**
   * Writes the products of two rows with four queries to `out`, row by row. `stride` is the distance of the rows, and of
   * the queries. A scan for one query waits for memory; here each fetched row is used four times, and each query twice,
   * from registers.
   */
  readonly tile: (row: number, query: number, stride: number, out: number) => void;
}

const BYTES_PER_GROUP = 16;
const BYTES_PER_PRODUCT = 4;
const GROUPS_PER_TILE_ROUND = 2;

const dot = (): WasmFunction => {
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
      [...advanced(QUERY, SUMS.length * BYTES_PER_GROUP), ...set(QUERY)],
      [...advanced(ROW, SUMS.length * BYTES_PER_GROUP), ...tee(ROW), ...get(END), ...i32.isLess],
    ),
    ...[...get(SUMS[0]), ...get(SUMS[1]), ...f32x4.add],
    ...[...get(SUMS[2]), ...get(SUMS[3]), ...f32x4.add, ...f32x4.add, ...set(SUMS[0])],
    ...[...lane(0), ...lane(1), ...f32.add, ...lane(2), ...lane(3), ...f32.add, ...f32.add],
  ];
  return { parameters: [I32, I32, I32], result: F32, locals: [[SUMS.length, V128]], body };
};

type Accumulate = (sum: number, row: number, query: number) => readonly number[];

/** `sum += row * query` */
const fused: Accumulate = (sum, row, query) => [...get(row), ...get(query), ...get(sum), ...f32x4.multiplyAdd];
const separate: Accumulate = (sum, row, query) => [
  ...[...get(sum), ...get(row), ...get(query), ...f32x4.multiply, ...f32x4.add],
];

const tile = (accumulate: Accumulate): WasmFunction => {
  const [ROW, QUERY, STRIDE, OUT, OTHER_ROW, END] = [0, 1, 2, 3, 4, 8] as const;
  const OTHER_QUERIES = [5, 6, 7] as const;
  const SUMS = [9, 10, 11, 12, 13, 14, 15, 16] as const;
  const [ROW_VALUES, QUERY_VALUE] = [[17, 18], 19] as const;
  const QUERIES = [QUERY, ...OTHER_QUERIES] as const;
  const step = (offset: number): readonly number[] => [
    ...[ROW, OTHER_ROW].flatMap((row, r) => [...get(row), ...v128.load(offset), ...set(ROW_VALUES[r]!)]),
    ...QUERIES.flatMap((query, q) => [
      ...[...get(query), ...v128.load(offset), ...set(QUERY_VALUE)],
      ...ROW_VALUES.flatMap((row, r) => {
        const sum = SUMS[r * TILE_QUERIES + q]!;
        return [...accumulate(sum, row, QUERY_VALUE), ...set(sum)];
      }),
    ]),
  ];
  const advance = (pointer: number) => advanced(pointer, GROUPS_PER_TILE_ROUND * BYTES_PER_GROUP);
  const body = [
    ...[...get(ROW), ...get(STRIDE), ...i32.add, ...tee(OTHER_ROW), ...set(END)],
    ...OTHER_QUERIES.flatMap((query, q) => [...get(QUERIES[q]!), ...get(STRIDE), ...i32.add, ...set(query)]),
    ...repeatWhile(
      Array.from({ length: GROUPS_PER_TILE_ROUND }, (_, k) => step(k * BYTES_PER_GROUP)).flat(),
      [OTHER_ROW, ...QUERIES].flatMap((pointer) => [...advance(pointer), ...set(pointer)]),
      [...advance(ROW), ...tee(ROW), ...get(END), ...i32.isLess],
    ),
    ...SUMS.flatMap((sum, index) => [
      ...[...get(OUT), ...lanesTogether(sum, f32x4.lane, f32.add), ...f32.store(index * BYTES_PER_PRODUCT)],
    ]),
  ];
  // END, OTHER_ROW and OTHER_QUERIES; SUMS, ROW_VALUES and QUERY_VALUE.
  return {
    parameters: [I32, I32, I32, I32],
    locals: [
      [5, I32],
      [11, V128],
    ],
    body,
  };
};

const moduleWith = (accumulate: Accumulate) => moduleOf({ dot: dot(), tile: tile(accumulate) });

const FUSED = moduleWith(fused);
const MODULE = new WebAssembly.Module(WebAssembly.validate(FUSED) ? FUSED : moduleWith(separate));

/** Instantiates the kernel for a memory. */
export const makeFloatKernel = (memory: WebAssembly.Memory): FloatKernel => instantiate(MODULE, memory);
