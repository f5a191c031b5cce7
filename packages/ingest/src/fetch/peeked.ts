/** The first bytes of a stream, at least `most` where it has as many, and all of it with them. */
export const peeked = async (
  stream: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ readonly head: Uint8Array; readonly bytes: AsyncIterable<Uint8Array> }> => {
  const iterator = stream[Symbol.asyncIterator]();
  const segments: Uint8Array[] = [];
  let size = 0;
  while (size < most) {
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
