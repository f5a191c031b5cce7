/** Value that a filter compares with. Types are strict: 5 never equals "5". */
export type FilterScalar = string | number | boolean;

/**
 * Condition on one metadata path. `negated` is the exact complement: a negated condition also matches records that lack
 * the field, so no store may translate it with three-valued logic.
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
 * Filter tree that every search branch and every vector store receives. It is in negation normal form (only conditions
 * are negated), and `and`/`or` are never empty. `parseFilter` makes it; `compileFilter` defines its semantics.
 */
export type Filter =
  | FilterCondition
  | { readonly op: "and"; readonly filters: readonly Filter[] }
  | { readonly op: "or"; readonly filters: readonly Filter[] };
