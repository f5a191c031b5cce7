/** The names of an enum's values, by the values that they have on the wire. */
export const namesOf = <Name extends string>(
  values: Readonly<Record<Name, number>>,
): Readonly<Record<number, Name | undefined>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [value, name as Name]));
