type Name<Values> = Lowercase<Exclude<keyof Values & string, "UNSPECIFIED">>;

/** Maps between the values of a contract's enum and our names for them, which are the enum's in lower case. */
export const contractEnum = <const Values extends Readonly<Record<string, number>>>(values: Values) => {
  const specified = Object.entries(values).filter(([name]) => name !== "UNSPECIFIED");
  const names = new Map(specified.map(([name, value]) => [value, name.toLowerCase() as Name<Values>]));
  return {
    byName: Object.fromEntries(specified.map(([name, value]) => [name.toLowerCase(), value])) as {
      readonly [Each in Name<Values>]: Values[keyof Values];
    },
    /** Undefined for a value that was not given or is unknown. */
    nameOf: (value: number | undefined): Name<Values> | undefined =>
      value === undefined ? undefined : names.get(value),
  };
};
