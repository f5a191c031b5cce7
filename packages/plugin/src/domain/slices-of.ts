/** Splits a list into slices of `size`; the last can be shorter. Returns no slices for an empty list. */
export const slicesOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, slice) => items.slice(slice * size, (slice + 1) * size));
