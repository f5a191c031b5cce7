type Numbers = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | FloatNumbers;
type FloatNumbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Returns a copy of the numbers with capacity for `length`. */
export const grown = <Kind extends Numbers>(numbers: Kind, length: number): Kind => {
  const larger = new (numbers.constructor as new (length: number) => Kind)(length);
  larger.set(numbers);
  return larger;
};
