import { getOption, type DescEnum } from "@bufbuild/protobuf";
import { json_value } from "@quarry/api";

/** The JSON spellings of an enum's values, both ways. The zero value `…_UNSPECIFIED` has none. */
export interface EnumNames {
  readonly nameOf: ReadonlyMap<number, string>;
  readonly numberOf: ReadonlyMap<string, number>;
  /** All spellings, for error messages. */
  readonly listed: string;
}

const compiled = new WeakMap<DescEnum, EnumNames>();

export function enumNames(descriptor: DescEnum): EnumNames {
  const known = compiled.get(descriptor);
  if (known) return known;
  const names = compile(descriptor);
  compiled.set(descriptor, names);
  return names;
}

function compile(descriptor: DescEnum): EnumNames {
  const prefixLength = descriptor.sharedPrefix?.length ?? 0;
  const nameOf = new Map<number, string>();
  const numberOf = new Map<string, number>();
  for (const value of descriptor.values) {
    if (value.number === 0 && value.name.endsWith("_UNSPECIFIED")) continue;
    const name = getOption(value, json_value) || value.name.slice(prefixLength).toLowerCase();
    nameOf.set(value.number, name);
    numberOf.set(name, value.number);
  }
  return { nameOf, numberOf, listed: [...numberOf.keys()].join(", ") };
}
