import { type DescEnum, getOption } from "@bufbuild/protobuf";
import { json_value } from "@quarry/api";

/** JSON names of an enum's values, in both directions. The zero value, which means "not set", has none. */
export interface EnumNames {
  readonly nameOf: ReadonlyMap<number, string>;
  readonly numberOf: ReadonlyMap<string, number>;
}

export const enumNames = (type: DescEnum): EnumNames => {
  const pairs = type.values
    .filter(({ number }) => number !== 0)
    .map((value) => [value.number, getOption(value, json_value) || value.localName.toLowerCase()] as const);
  return { nameOf: new Map(pairs), numberOf: new Map(pairs.map(([number, name]) => [name, number])) };
};
