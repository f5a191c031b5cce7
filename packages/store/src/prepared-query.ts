import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Stands for a value that is known only when the query runs. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Gives the placeholder of the parameter at this position, typed as the column wants it. */
// eslint-disable-next-line typescript/no-explicit-any
export type PlaceholderOf = (index: number) => any;

/** A query that Kysely built once; building costs more than running it does. */
export interface PreparedQuery {
  readonly sql: string;
  /** Puts the values of one run in the order the statement wants them. */
  readonly bind: (parameters: readonly unknown[]) => unknown[];
}

export const prepareQuery = (
  kysely: Kysely<Tables>,
  build: (kysely: Kysely<Tables>, placeholder: PlaceholderOf) => { readonly compile: () => CompiledQuery },
): PreparedQuery => {
  const compiled = build(kysely, (index) => new Placeholder(index)).compile();
  const slots = compiled.parameters;
  return {
    sql: compiled.sql,
    bind: (parameters) => slots.map((slot) => (slot instanceof Placeholder ? parameters[slot.index] : slot)),
  };
};
