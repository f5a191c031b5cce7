/**
 * Builds WebAssembly modules instruction by instruction. The scans need SIMD, which JavaScript does not have. The few
 * dozen instructions of each kernel don't justify a toolchain, or binaries that can't be reviewed. Contains only the
 * instructions that the kernels use (https://webassembly.github.io/spec/core/binary/instructions.html).
 */

type Bytes = readonly number[];

export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;
type ValueType = typeof I32 | typeof F32 | typeof V128;

/** A function exported by a module. Parameters and locals are numbered from 0, parameters first. */
export interface WasmFunction {
  readonly parameters: readonly ValueType[];
  readonly result?: ValueType;
  /** Locals as pairs of a count and a type. The list must be complete, because instructions address locals by index. */
  readonly locals: readonly (readonly [count: number, type: ValueType])[];
  readonly body: Bytes;
}

const BITS = 7;
const LOW_BITS = 0x7f;
const MORE = 0x80;
const SIGN_BIT = 0x40;

/** Encodes as unsigned LEB128. */
const unsigned = (value: number): Bytes =>
  value <= LOW_BITS ? [value] : [(value & LOW_BITS) | MORE, ...unsigned(value >>> BITS)];

/** Encodes a non-negative number as signed LEB128. */
const positive = (value: number): Bytes =>
  value < SIGN_BIT ? [value] : [(value & LOW_BITS) | MORE, ...positive(value >>> BITS)];

const simd = (opcode: number, ...operands: Bytes): Bytes => [0xfd, ...unsigned(opcode), ...operands];

/** Alignment hints of memory instructions, as powers of two. */
const ALIGN_4 = 2;
const ALIGN_8 = 3;
const ALIGN_16 = 4;

export const get = (local: number): Bytes => [0x20, local];
export const set = (local: number): Bytes => [0x21, local];
export const tee = (local: number): Bytes => [0x22, local];
/** Emits a loop that repeats the body while it leaves a value other than zero. */
export const repeatWhile = (...body: readonly Bytes[]): Bytes => [0x03, 0x40, ...body.flat(), 0x0d, 0x00, 0x0b];

export const i32 = {
  constant: (value: number): Bytes => [0x41, ...positive(value)],
  load: (offset: number): Bytes => [0x28, ALIGN_4, ...unsigned(offset)],
  store: (offset: number): Bytes => [0x36, ALIGN_4, ...unsigned(offset)],
  isLess: [0x49],
  add: [0x6a],
  multiply: [0x6c],
};

export const f32 = {
  store: (offset: number): Bytes => [0x38, ALIGN_4, ...unsigned(offset)],
  add: [0x92],
  larger: [0x97],
};

/** Vector of 16 bytes, without a type. */
export const v128 = {
  load: (offset: number): Bytes => simd(0x00, ALIGN_16, ...unsigned(offset)),
  /** Loads eight signed bytes and widens them to eight 16-bit numbers. */
  loadBytes: (offset: number): Bytes => simd(0x01, ALIGN_8, ...unsigned(offset)),
  store: (offset: number): Bytes => simd(0x0b, ALIGN_16, ...unsigned(offset)),
};

/** Sixteen 8-bit numbers. */
export const i8x16 = { narrow: simd(0x65) };

/** Eight 16-bit numbers. */
export const i16x8 = { narrow: simd(0x85) };

/** Four 32-bit numbers. */
export const i32x4 = {
  splat: simd(0x11),
  lane: (index: number): Bytes => simd(0x1b, index),
  add: simd(0xae),
  /** Multiplies eight pairs of 16-bit numbers and adds adjacent products: four sums. */
  multiplyPairs: simd(0xba),
  /** Converts floats to integers. */
  truncate: simd(0xf8),
};

/** Four floats. */
export const f32x4 = {
  splat: simd(0x13),
  lane: (index: number): Bytes => simd(0x1f, index),
  nearest: simd(0x6a),
  absolute: simd(0xe0),
  add: simd(0xe4),
  subtract: simd(0xe5),
  multiply: simd(0xe6),
  larger: simd(0xe9),
  /** Fused multiply-add, if the processor has it. The last bit can differ between processors. */
  multiplyAdd: simd(0x105),
};

/** Emits code that advances an address and leaves it on the stack. */
export const advanced = (pointer: number, bytes: number): Bytes => [
  ...get(pointer),
  ...i32.constant(bytes),
  ...i32.add,
];

/** Emits code that combines the four lanes of a local. */
export const lanesTogether = (local: number, lane: (index: number) => Bytes, combine: Bytes): Bytes => [
  ...[...get(local), ...lane(0)],
  ...[1, 2, 3].flatMap((index) => [...get(local), ...lane(index), ...combine]),
];

const section = (id: number, content: Bytes): Bytes => [id, ...unsigned(content.length), ...content];
const list = (items: readonly Bytes[]): Bytes => [...unsigned(items.length), ...items.flat()];
const sized = (content: Bytes): Bytes => [...unsigned(content.length), ...content];

const typeOf = ({ parameters, result }: WasmFunction): Bytes => [
  ...[0x60, ...unsigned(parameters.length), ...parameters],
  ...(result === undefined ? [0] : [1, result]),
];

const codeOf = ({ locals, body }: WasmFunction): Bytes =>
  sized([...list(locals.map(([count, type]) => [...unsigned(count), type])), ...body, 0x0b]);

/** Builds a module that exports the functions by name and imports a memory of at least one page as "m" "m". */
export const moduleOf = (functions: Readonly<Record<string, WasmFunction>>): Uint8Array<ArrayBuffer> => {
  const entries = Object.entries(functions);
  const names = entries.map(([name], index) => [...sized([...new TextEncoder().encode(name)]), 0x00, index]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list(entries.map(([, definition]) => typeOf(definition)))),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]),
    ...section(3, list(entries.map((_, index) => [index]))),
    ...section(7, list(names)),
    ...section(10, list(entries.map(([, definition]) => codeOf(definition)))),
  ]);
};

/** Instantiates a module over one memory. Returns its exports. */
export const instantiate = <Exports>(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports =>
  new WebAssembly.Instance(module, { m: { m: memory } }).exports as unknown as Exports;
