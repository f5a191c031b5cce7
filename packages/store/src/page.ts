/** Page of a list, and the total number of matches. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}
