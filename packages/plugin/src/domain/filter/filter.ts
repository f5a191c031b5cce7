/** A value that a filter compares with. Types are strict: 5 never equals "5". */
export type FilterScalar = string | number | boolean;

/**
 * A condition on one metadata path. `negated` is the exact complement: a negated condition also matches records
 * that lack the field, so no store may translate it with three-valued logic.
 */
export type FilterCondition =
  | { readonly op: "eq"; readonly path: string; readonly value: FilterScalar | null; readonly negated: boolean }
  | {
      readonly op: "gt" | "gte" | "lt" | "lte";
      readonly path: string;
      readonly value: string | number;
      readonly negated: boolean;
    }
  | { readonly op: "in"; readonly path: string; readonly values: readonly FilterScalar[]; readonly negated: boolean }
  | { readonly op: "exists"; readonly path: string; readonly negated: boolean }
  | { readonly op: "contains"; readonly path: string; readonly value: FilterScalar; readonly negated: boolean };

/**
 * The one filter tree that every search branch and every vector store gets: negation normal form (negation stands at
 * conditions only), `and`/`or` never empty. Made by `parseFilter`; its meaning is `compileFilter`.
 */
export type Filter =
  | FilterCondition
  | { readonly op: "and"; readonly filters: readonly Filter[] }
  | { readonly op: "or"; readonly filters: readonly Filter[] };
