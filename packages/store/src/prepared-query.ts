import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Placeholder for a value that is known only when the query runs. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Returns the placeholder for the parameter at this position, with the type that the column requires. */
// eslint-disable-next-line typescript/no-explicit-any
export type PlaceholderOf = (index: number) => any;

/** Query that Kysely builds once, because building costs more than running it. */
export interface PreparedQuery {
  readonly sql: string;
  /** Puts the parameters of one run into the order of the statement. */
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
