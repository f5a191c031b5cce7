/**
 * Dot products of two rows with four queries at once, in WebAssembly SIMD. A scan for one query waits for memory; here
 * each row that was fetched is used four times, and each query twice, out of registers. Written out as bytes for the
 * reason that `dot-kernel.ts` gives. In text form:
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

/** Byte addresses of the first row and the first query, bytes from each to the next, and where the products go. */
export type TileKernel = (row: number, query: number, stride: number, out: number) => void;

const I32 = 0x7f;
const V128 = 0x7b;
const ROW = 0;
const QUERY = 1;
const STRIDE = 2;
const OUT = 3;
const OTHER_ROW = 4;
const OTHER_QUERIES = [5, 6, 7] as const;
const END = 8;
const I32_LOCALS = 5;
const SUMS = [0, 1, 2, 3, 4, 5, 6, 7].map((sum) => 9 + sum);
const ROW_VALUES = [17, 18] as const;
const QUERY_VALUE = 19;
const V128_LOCALS = 11;

const ROWS = [ROW, OTHER_ROW] as const;
const QUERIES = [QUERY, ...OTHER_QUERIES] as const;
const FLOATS_PER_STEP = 4;
const BYTES_PER_STEP = 16;
const STEPS_PER_ROUND = 2;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, value];
const addI32 = [0x6a];
const lessI32 = [0x49];
const load = (offset: number) => [0xfd, 0x00, 4, offset];
const multiply = [0xfd, 0xe6, 0x01];
const add = [0xfd, 0xe4, 0x01];
const lane = (index: number) => [0xfd, 0x1f, index];
const addF32 = [0x92];
const storeF32 = (offset: number) => [0x38, 2, offset];

/** `sum += row * query` in one instruction where the processor can; the last bit may differ between processors. */
const fused = (sum: number, row: number) => [...get(row), ...get(QUERY_VALUE), ...get(sum), 0xfd, 0x85, 0x02];
const separate = (sum: number, row: number) => [...get(sum), ...get(row), ...get(QUERY_VALUE), ...multiply, ...add];

type Accumulate = typeof fused;

const step = (offset: number, accumulate: Accumulate): number[] => [
  ...ROWS.flatMap((row, r) => [...get(row), ...load(offset), ...set(ROW_VALUES[r]!)]),
  ...QUERIES.flatMap((query, q) => [
    ...[...get(query), ...load(offset), ...set(QUERY_VALUE)],
    ...ROW_VALUES.flatMap((row, r) => {
      const sum = SUMS[r * TILE_QUERIES + q]!;
      return [...accumulate(sum, row), ...set(sum)];
    }),
  ]),
];

const advance = (pointer: number) => [...get(pointer), ...constant(STEPS_PER_ROUND * BYTES_PER_STEP), ...addI32];

const sumOfLanes = (sum: number): number[] => [
  ...[...get(sum), ...lane(0)],
  ...[1, 2, 3].flatMap((index) => [...get(sum), ...lane(index), ...addF32]),
];

const bodyOf = (accumulate: Accumulate): number[] => [
  ...[2, I32_LOCALS, I32, V128_LOCALS, V128],
  ...[...get(ROW), ...get(STRIDE), ...addI32, ...tee(OTHER_ROW), ...set(END)],
  ...OTHER_QUERIES.flatMap((query, q) => [...get(QUERIES[q]!), ...get(STRIDE), ...addI32, ...set(query)]),
  ...[0x03, 0x40], // loop
  ...Array.from({ length: STEPS_PER_ROUND }, (_, k) => step(k * BYTES_PER_STEP, accumulate)).flat(),
  ...[OTHER_ROW, ...QUERIES].flatMap((pointer) => [...advance(pointer), ...set(pointer)]),
  ...[...advance(ROW), ...tee(ROW), ...get(END), ...lessI32, 0x0d, 0x00, 0x0b], // br_if the loop, end
  ...SUMS.flatMap((sum, place) => [...get(OUT), ...sumOfLanes(sum), ...storeF32(place * FLOATS_PER_STEP)]),
  0x0b,
];

/** Lengths below 2^14 in LEB128. */
const length = (size: number) => (size < 0x80 ? [size] : [(size & 0x7f) | 0x80, size >> 7]);
const section = (id: number, content: readonly number[]) => [id, ...length(content.length), ...content];

const moduleOf = (body: readonly number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, [1, 0x60, 4, I32, I32, I32, I32, 0]), // type: (i32, i32, i32, i32) -> ()
      section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]), // import "m" "m": a memory of at least one page
      section(3, [1, 0]),
      section(7, [1, 4, 0x74, 0x69, 0x6c, 0x65, 0x00, 0]), // export "tile"
      section(10, [1, ...length(body.length), ...body]),
    ].flat(),
  );

const FUSED = moduleOf(bodyOf(fused));
const MODULE = new WebAssembly.Module(WebAssembly.validate(FUSED) ? FUSED : moduleOf(bodyOf(separate)));

/** The kernel over one memory. */
export const makeTileKernel = (memory: WebAssembly.Memory): TileKernel =>
  new WebAssembly.Instance(MODULE, { m: { m: memory } }).exports["tile"] as TileKernel;
