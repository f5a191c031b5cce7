/** Maps an enum's values on the wire to their names. */
export const namesOf = <Name extends string>(
  values: Readonly<Record<Name, number>>,
): Readonly<Record<number, Name | undefined>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [value, name as Name]));
