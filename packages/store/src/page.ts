/** A part of a list, and how many match in all. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}
