export const OPERATORS = [
  "$eq",
  "$ne",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$in",
  "$nin",
  "$contains",
  "$not_contains",
  "$exists",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** One condition of a filter, as shown in the form. */
export interface FilterRow {
  readonly field: string;
  readonly operator: Operator;
  /** Value as typed. */
  readonly value: string;
}

/** Filter in the format of the contract. */
export type Filter = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the filter that requires all rows. Rows without a field are ignored. */
export const filterOf = (rows: readonly FilterRow[]): Filter => {
  const filter: Record<string, Record<string, unknown>> = {};
  for (const { field, operator, value } of rows) {
    if (field.trim() !== "") (filter[field.trim()] ??= {})[operator] = operandOf(operator, value);
  }
  return filter;
};

/** Returns the rows of a filter, or undefined if a form can't represent it. */
export const rowsOf = (filter: Filter): readonly FilterRow[] | undefined => {
  const rows: FilterRow[] = [];
  for (const [field, condition] of Object.entries(filter)) {
    if (field.startsWith("$")) return undefined;
    const operands = isObject(condition) ? condition : { $eq: condition };
    for (const [operator, operand] of Object.entries(operands)) {
      const known = OPERATORS.find((name) => name === operator);
      const value = textOf(operand);
      if (known === undefined || value === undefined) return undefined;
      rows.push({ field, operator: known, value });
    }
  }
  return rows;
};

const operandOf = (operator: Operator, text: string): unknown => {
  if (operator === "$exists") return text.trim() !== "false";
  if (operator === "$in" || operator === "$nin") return text.split(",").map((item) => valueOf(item));
  return valueOf(text);
};

/** Parses a typed value: `5` is a number, `true` a boolean, `"5"` and everything else a text. */
const valueOf = (text: string): unknown => {
  const trimmed = text.trim();
  if (!/^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null|".*")$/s.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
};

const textOf = (operand: unknown): string | undefined => {
  if (Array.isArray(operand)) {
    const items = operand.map(textOf);
    return items.some((item) => item === undefined || item.includes(",")) ? undefined : items.join(", ");
  }
  if (typeof operand === "string") return valueOf(operand) === operand ? operand : JSON.stringify(operand);
  if (isObject(operand)) return undefined;
  return String(operand);
};
