import {
  advanced,
  get,
  I32,
  i32,
  i32x4,
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
 * Products of many rows of 8-bit codes with one query of 16-bit numbers, in WebAssembly SIMD: a quarter of the memory
 * that float32 rows take, and eight multiplications to an instruction. In text form:
 *
 *     (func (export "products") (param $row i32) (param $end i32) (param $query i32) (param $stride i32) (param $out i32)
 *       (loop  ;; row by row, until $end
 *         (loop  ;; sum[k] += row[k] * query[k] for four groups of eight codes, until the row ends
 *           ...)
 *         ;; $out[row] = the lanes of the four sums together
 *         ...))
 *     (func (export "picked") (param $list i32) (param $end i32) (param $rows i32) (param $query i32) (param $stride i32)
 *       (loop  ;; the same for the rows whose numbers stand from $list to $end, each of which its product replaces
 *         ...))
 *     (func (export "fetch") (param $list i32) (param $end i32) (param $rows i32) (param $stride i32) (result i32)
 *       (loop  ;; the rows whose numbers stand from $list to $end
 *         (loop  ;; a word of each cache line of the row
 *           ...)))
 */

/** Number of codes per iteration of the inner loop. Rows are padded with zeros to a multiple of it. */
export const CODES_PER_ROUND = 32;
/** Size of a cache line in bytes on nearly all processors. Rows should be aligned to it. */
export const CACHE_LINE = 64;

/** All addresses are in bytes. `stride` is the size of a row. Each product is an i32. */
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
}

const CODES_PER_GROUP = 8;
const BYTES_PER_NUMBER = 2;
const BYTES_PER_PRODUCT = 4;

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

const products = () => {
  const [ROW, END, QUERY, STRIDE, OUT, ROW_END, NUMBER] = [0, 1, 2, 3, 4, 5, 6] as const;
  const locals = { row: ROW, rowEnd: ROW_END, query: QUERY, number: NUMBER, stride: STRIDE } as const;
  const body = repeatWhile(
    [...get(OUT), ...product({ ...locals, sums: [7, 8, 9, 10] }), ...i32.store(0)],
    [...advanced(OUT, BYTES_PER_PRODUCT), ...set(OUT)],
    [...get(ROW), ...get(END), ...i32.isLess],
  );
  return { parameters: [I32, I32, I32, I32, I32], locals: LOCALS, body } as const;
};

const picked = () => {
  const [LIST, END, ROWS, QUERY, STRIDE, ROW, ROW_END, NUMBER] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const locals = { row: ROW, rowEnd: ROW_END, query: QUERY, number: NUMBER, stride: STRIDE } as const;
  const body = repeatWhile(
    [...get(LIST), ...i32.load(0), ...get(STRIDE), ...i32.multiply, ...get(ROWS), ...i32.add, ...set(ROW)],
    [...get(LIST), ...product({ ...locals, sums: [8, 9, 10, 11] }), ...i32.store(0)],
    [...advanced(LIST, BYTES_PER_PRODUCT), ...tee(LIST), ...get(END), ...i32.isLess],
  );
  return { parameters: [I32, I32, I32, I32, I32], locals: [[3, I32], LOCALS[1]], body } as const;
};

const fetch = () => {
  const [LIST, END, ROWS, STRIDE, ROW, ROW_END, SUM] = [0, 1, 2, 3, 4, 5, 6] as const;
  const body = [
    ...repeatWhile(
      [...get(LIST), ...i32.load(0), ...get(STRIDE), ...i32.multiply, ...get(ROWS), ...i32.add, ...tee(ROW)],
      [...get(STRIDE), ...i32.add, ...set(ROW_END)],
      repeatWhile(
        [...get(SUM), ...get(ROW), ...i32.load(0), ...i32.add, ...set(SUM)],
        [...advanced(ROW, CACHE_LINE), ...tee(ROW), ...get(ROW_END), ...i32.isLess],
      ),
      [...advanced(LIST, BYTES_PER_PRODUCT), ...tee(LIST), ...get(END), ...i32.isLess],
    ),
    ...get(SUM),
  ];
  return { parameters: [I32, I32, I32, I32], result: I32, locals: [[3, I32]], body } as const;
};

const LOCALS = [
  [2, I32],
  [4, V128],
] as const;

const MODULE = new WebAssembly.Module(moduleOf({ products: products(), picked: picked(), fetch: fetch() }));

/** Instantiates the kernel for a memory. */
export const makeCodeKernel = (memory: WebAssembly.Memory): CodeKernel => instantiate(MODULE, memory);
