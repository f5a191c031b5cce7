/**
 * Returns the first bytes of a stream, at least `minBytes` if it has as many, and a stream of all bytes including these.
 */
export const peeked = async (
  stream: AsyncIterable<Uint8Array>,
  minBytes: number,
): Promise<{ readonly head: Uint8Array; readonly bytes: AsyncIterable<Uint8Array> }> => {
  const iterator = stream[Symbol.asyncIterator]();
  const segments: Uint8Array[] = [];
  let size = 0;
  while (size < minBytes) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    segments.push(value);
    size += value.byteLength;
  }
  return { head: Buffer.concat(segments), bytes: rest(segments, iterator) };
};

async function* rest(segments: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* segments;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
