/** Content of a file, as extracted by an independent tool. */
export interface Reference {
  /** Pages, slides or sheets in order; formats without pages have a single one without a number. */
  readonly pages: readonly ReferencePage[];
  readonly headings: readonly string[];
  /** Rows of all tables, cell by cell. */
  readonly rows: readonly (readonly string[])[];
}

export interface ReferencePage {
  readonly page: number | null;
  /** Paragraphs, lines or cells. */
  readonly lines: readonly string[];
}

export const onePage = (
  lines: readonly string[],
  headings: readonly string[] = [],
  rows: readonly (readonly string[])[] = [],
): Reference => ({ pages: [{ page: null, lines }], headings, rows });
