/** The filled cells of a row, from left to right. */
export interface Row {
  /** 1-based, as in the sheet. */
  readonly number: number;
  /** The same without the hidden rows before it, where these are left out. */
  readonly position: number;
  /** 1-based. */
  readonly columns: number[];
  /** One for each of the columns, none of them empty. */
  readonly texts: string[];
  /** Whether the format of a number adds words to it (`12 kg`, `INV-0042`): it reads like a name and is none. */
  readonly hasMeasure: boolean;
  /** The addresses behind its cells, by column. */
  readonly links?: ReadonlyMap<number, string> | undefined;
}
