import { describeValue, type DomainError, invalidArgument, isJsonObject } from "@quarry/plugin/domain";

export type Fields = Readonly<Record<string, unknown>>;

export const wrong = (field: string, must: string, got: unknown): DomainError =>
  invalidArgument(`${field}: ${must}, got ${got === undefined ? "nothing" : describeValue(got)}`);

/** Throws `invalid_argument` if a value is not an object. */
export const fieldsOf = (value: unknown, field: string): Fields => {
  if (isJsonObject(value as never)) return value as Fields;
  throw wrong(field, "must be an object", value);
};

export const textOf = (value: unknown, field: string): string => {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(field, "is required and must be a string that is not empty", value);
};
