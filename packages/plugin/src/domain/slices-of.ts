/** A list in pieces of `size`, the last of which may be shorter; no piece of an empty list. */
export const slicesOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, slice) => items.slice(slice * size, (slice + 1) * size));
