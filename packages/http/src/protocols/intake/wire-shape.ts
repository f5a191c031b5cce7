import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { invalidArgument } from "@quarry/plugin/domain";
import { oncePer } from "../../rpc/once-per.ts";

/**
 * Maximum nesting of messages. An object in an object of a free-form struct takes three levels, so this roughly equals
 * the limit for JSON.
 */
const MAX_DEPTH = 320;

/** Fields of a message that affect the count of its values. */
interface Shape {
  /** Fields of message type. */
  readonly messages: ReadonlyMap<number, () => Shape>;
  /** Packed lists of numbers: such a field can contain up to one value per byte. */
  readonly packed: ReadonlySet<number>;
}

/**
 * Throws `invalid_argument` for a binary message that would be too expensive to decode: with more than `maxValues`
 * fields, including those of nested messages, or nested too deeply. Malformed input throws as well.
 */
export function checkWireShape(input: DescMessage, bytes: Uint8Array, maxValues: number): void {
  new ShapeReader(bytes, maxValues).message(shapeOf(input), bytes.byteLength, 0);
}

class ShapeReader {
  readonly #reader: BinaryReader;
  readonly #maxValues: number;
  #values = 0;

  constructor(bytes: Uint8Array, maxValues: number) {
    this.#reader = new BinaryReader(bytes);
    this.#maxValues = maxValues;
  }

  message({ messages, packed }: Shape, end: number, depth: number): void {
    if (depth > MAX_DEPTH) throw invalidArgument("The request message is nested too deep");
    const reader = this.#reader;
    while (reader.pos < end) {
      const [number, wireType] = reader.tag();
      this.#count(1);
      if (wireType !== WireType.LengthDelimited) {
        reader.skip(wireType, number);
        continue;
      }
      const length = reader.uint32();
      const fieldEnd = reader.pos + length;
      if (fieldEnd > end) throw invalidArgument("The request message is not valid: a field is longer than its message");
      const inner = messages.get(number);
      if (inner !== undefined) this.message(inner(), fieldEnd, depth + 1);
      else if (packed.has(number)) this.#count(length);
      reader.pos = fieldEnd;
    }
  }

  #count(values: number): void {
    this.#values += values;
    if (this.#values > this.#maxValues) {
      throw invalidArgument(`The request message holds more than ${this.#maxValues} fields and values`);
    }
  }
}

const shapeOf = oncePer((message: DescMessage): Shape => {
  const inner = message.fields.flatMap((field) => {
    const known = innerShape(field);
    return known === undefined ? [] : [[field.number, known] as const];
  });
  // Lists of strings and bytes are never packed: counting their bytes would reject valid messages.
  const packed = message.fields.filter((field) => field.fieldKind === "list" && field.packed);
  return { messages: new Map(inner), packed: new Set(packed.map(({ number }) => number)) };
});

function innerShape(field: DescField): (() => Shape) | undefined {
  const { message } = field;
  if (message === undefined) return undefined;
  if (field.fieldKind !== "map") return () => shapeOf(message);
  // Entries of a map are messages with a key and a value.
  const entry: Shape = { messages: new Map([[2, () => shapeOf(message)]]), packed: new Set() };
  return () => entry;
}
