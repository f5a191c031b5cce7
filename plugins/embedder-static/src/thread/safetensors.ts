import { type FileHandle, open } from "node:fs/promises";
import { ModelFailure } from "./model-failure.ts";

/** Size limit of the header: a static model has at most three arrays. */
const MAX_HEADER_BYTES = 1_048_576;
/** Size limit of a table: a million tokens with 512 numbers each. */
const MAX_TENSOR_BYTES = 2_147_483_648;
/** Maximum bytes per read. */
const READ_BYTES = 67_108_864;

const LENGTH_BYTES = 8;

/** Bytes per number, for the supported types. */
const BYTES = { F64: 8, F32: 4, F16: 2, I8: 1, I32: 4, I64: 8 } as const;

export type TensorType = keyof typeof BYTES;

/** An array in the file. */
export interface Tensor {
  readonly type: TensorType;
  readonly shape: readonly number[];
  /** Offset in bytes from the beginning of the file. */
  readonly start: number;
  readonly byteLength: number;
}

/**
 * File in the safetensors format (https://github.com/huggingface/safetensors): the length of a JSON header, the header,
 * and the arrays that it describes. The header is validated against the file before any array is read.
 */
export class Safetensors implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #entries: Readonly<Record<string, unknown>>;
  /** Offset of the arrays, and of their end. */
  readonly #dataStart: number;
  readonly #size: number;

  private constructor(file: FileHandle, path: string, header: Buffer, size: number) {
    this.#file = file;
    this.#path = path;
    this.#entries = parseHeader(path, header.toString());
    this.#dataStart = LENGTH_BYTES + header.length;
    this.#size = size;
  }

  static async open(path: string): Promise<Safetensors> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size < LENGTH_BYTES) throw broken(path, `it has ${size} bytes, and the length of its header alone has 8`);
      const length = (await readBytes(file, path, 0, LENGTH_BYTES)).readBigUInt64LE();
      if (length > MAX_HEADER_BYTES || Number(length) > size - LENGTH_BYTES)
        throw broken(
          path,
          `its header would have ${length} bytes; it may have ${MAX_HEADER_BYTES}, and the file has ${size}`,
        );
      return new Safetensors(file, path, await readBytes(file, path, LENGTH_BYTES, Number(length)), size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Returns the array with this name, or undefined if the file has none. */
  tensor(name: string): Tensor | undefined {
    if (!Object.hasOwn(this.#entries, name)) return undefined;
    const { dtype, shape, data_offsets: offsets } = Object(this.#entries[name]) as Record<string, unknown>;
    const type = Object.keys(BYTES).find((known) => known === dtype) as TensorType | undefined;
    if (type === undefined)
      throw broken(
        this.#path,
        `"${name}" has numbers of type ${JSON.stringify(dtype)}; known are ${Object.keys(BYTES).join(", ")}`,
      );
    if (!isSizes(shape)) throw broken(this.#path, `"${name}" has no shape: ${JSON.stringify(shape)}`);
    const byteLength = shape.reduce((product, size) => product * size, BYTES[type]);
    if (byteLength > MAX_TENSOR_BYTES)
      throw new ModelFailure(
        "limit",
        `${this.#path}: "${name}" has ${byteLength} bytes; it may have ${MAX_TENSOR_BYTES}`,
      );
    const within = this.#size - this.#dataStart;
    if (!isSizes(offsets) || offsets.length !== 2 || offsets[1]! - offsets[0]! !== byteLength || offsets[1]! > within)
      throw broken(
        this.#path,
        `"${name}" would lie at ${JSON.stringify(offsets)} of ${within} bytes, and has ${byteLength} (is the file cut off?)`,
      );
    return { type, shape, start: this.#dataStart + offsets[0]!, byteLength };
  }

  /** Reads the bytes of an array into a separate buffer. */
  read({ start, byteLength }: Tensor): Promise<Buffer<ArrayBuffer>> {
    return readBytes(this.#file, this.#path, start, byteLength);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

const parseHeader = (path: string, header: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(header)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw broken(path, `its header is not JSON (${(error as Error).message})`);
  }
};

const isSizes = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);

const broken = (path: string, what: string): ModelFailure =>
  new ModelFailure("incompatible", `${path} is not a safetensors file: ${what}`);

const readBytes = async (
  file: FileHandle,
  path: string,
  start: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> => {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, Math.min(length - done, READ_BYTES), start + done);
    if (bytesRead === 0) throw broken(path, `it ended after ${start + done} bytes while it was read`);
    done += bytesRead;
  }
  return bytes;
};
