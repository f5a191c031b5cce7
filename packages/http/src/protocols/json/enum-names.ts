import { getOption, type DescEnum } from "@bufbuild/protobuf";
import { json_value } from "@quarry/api";
import { oncePer } from "../../rpc/once-per.ts";

/** Maps between an enum's values and their JSON names. The zero value `…_UNSPECIFIED` has no name. */
export interface EnumNames {
  readonly nameOf: ReadonlyMap<number, string>;
  readonly numberOf: ReadonlyMap<string, number>;
  /** All names, for error messages. */
  readonly listed: string;
}

export const enumNames = oncePer((descriptor: DescEnum): EnumNames => {
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
});
