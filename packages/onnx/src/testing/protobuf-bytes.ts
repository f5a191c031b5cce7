/** Field of a protobuf message: a number, or the bytes of a string, of a message or of packed numbers. */
export type Field = readonly [number: number, value: number | string | Uint8Array];

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const encoder = new TextEncoder();

/** Encodes a protobuf message. Supports only the part of the format that an ONNX file needs. */
export function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === "number") return [varint((number << 3) | VARINT), varint(value)];
      const bytes = typeof value === "string" ? encoder.encode(value) : value;
      return [varint((number << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes];
    }),
  );
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.from([...bytes, rest]);
}
