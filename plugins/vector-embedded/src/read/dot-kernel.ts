/**
 * The dot product of two float32 vectors in WebAssembly SIMD: four lanes wide, four sums at a time, which JavaScript's
 * own loops can't be. Written out as bytes, because the project has no other WebAssembly and needs no toolchain for
 * thirty instructions. In text form:
 *
 *     (func (export "dot") (param $row i32) (param $query i32) (param $end i32) (result f32)
 *       (loop  ;; sum[k] += row[k] * query[k] for four vectors of four floats, until row reaches end
 *         ...))
 */

/** Floats that one round of the loop takes; rows are padded with zeros to a multiple of it. */
export const KERNEL_STRIDE = 16;

/** Byte addresses in the memory: of the row, of the query, and of the row's end. */
export type DotKernel = (row: number, query: number, end: number) => number;

const ROW = 0;
const QUERY = 1;
const END = 2;
const SUMS = [3, 4, 5, 6] as const;

const localGet = (index: number) => [0x20, index];
const localSet = (index: number) => [0x21, index];
const localTee = (index: number) => [0x22, index];
const LOAD_ALIGNMENT = 4;
const load = (offset: number) => [0xfd, 0x00, LOAD_ALIGNMENT, offset];
const multiply = [0xfd, 0xe6, 0x01];
const add = [0xfd, 0xe4, 0x01];
const lane = (index: number) => [0xfd, 0x1f, index];
const addScalar = [0x92];
/** i32.const 64 (bytes per round), i32.add */
const advance = [0x41, 0xc0, 0x00, 0x6a];

const round = SUMS.flatMap((sum, k) => [
  ...localGet(sum),
  ...localGet(ROW),
  ...load(16 * k),
  ...localGet(QUERY),
  ...load(16 * k),
  ...multiply,
  ...add,
  ...localSet(sum),
]);

const body = [
  [0x01, 0x04, 0x7b], // locals: four v128
  [0x03, 0x40], // loop
  round,
  [localGet(QUERY), advance, localSet(QUERY)].flat(),
  [localGet(ROW), advance, localTee(ROW)].flat(),
  [localGet(END), 0x49, 0x0d, 0x00].flat(), // i32.lt_u, br_if the loop
  [0x0b], // end
  [localGet(SUMS[0]), localGet(SUMS[1]), add].flat(),
  [localGet(SUMS[2]), localGet(SUMS[3]), add, add, localSet(SUMS[0])].flat(),
  [0, 1].flatMap((index) => [...localGet(SUMS[0]), ...lane(index)]),
  addScalar,
  [2, 3].flatMap((index) => [...localGet(SUMS[0]), ...lane(index)]),
  [addScalar, addScalar].flat(),
  [0x0b], // end
].flat();

/** Lengths below 2^14 in LEB128. */
const length = (size: number) => (size < 0x80 ? [size] : [(size & 0x7f) | 0x80, size >> 7]);
const section = (id: number, content: readonly number[]) => [id, ...length(content.length), ...content];

const MODULE = new WebAssembly.Module(
  Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, [1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7d]), // type: (i32, i32, i32) -> f32
      section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]), // import "m" "m": a memory of at least one page
      section(3, [1, 0]),
      section(7, [1, 3, 0x64, 0x6f, 0x74, 0x00, 0]), // export "dot"
      section(10, [1, ...length(body.length), ...body]),
    ].flat(),
  ),
);

/** The kernel over one memory. */
export const makeDotKernel = (memory: WebAssembly.Memory): DotKernel =>
  new WebAssembly.Instance(MODULE, { m: { m: memory } }).exports["dot"] as DotKernel;
