type UsesServices<Services> = Readonly<Record<string, (services: Services, ...rest: never[]) => unknown>>;

/** Functions without their first parameter. */
type Bound<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (services: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Binds `services` as the first argument of each function. The names stay the same. */
export const bindServices = <Services, Functions extends UsesServices<Services>>(
  services: Services,
  functions: Functions,
): Bound<Functions> =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, run.bind(undefined, services)]),
  ) as Bound<Functions>;
