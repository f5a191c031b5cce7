/** The values of one statement, each named by its place. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Gives the placeholder. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
