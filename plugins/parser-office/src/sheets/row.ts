/** Filled cells of a row, from left to right. */
export interface Row {
  /** 1-based, as in the sheet. */
  readonly number: number;
  /** Row number without the hidden rows before it, if these are left out. */
  readonly position: number;
  /** 1-based. */
  readonly columns: number[];
  /** One per column, none of them empty. */
  readonly texts: string[];
  /** Whether a number format adds words to a value (`12 kg`, `INV-0042`): it looks like a name but is not. */
  readonly hasMeasure: boolean;
  /** Link URLs of its cells, by column. */
  readonly links?: ReadonlyMap<number, string> | undefined;
}
