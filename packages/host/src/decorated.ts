import type { Effect } from "effect";

/** A method of a service, whatever it takes and gives. */
// eslint-disable-next-line typescript/no-explicit-any
export type AnyMethod<E = unknown> = (...parameters: readonly any[]) => Effect.Effect<any, E>;

/** A service with `around` put around some of its methods, by default all of its own. Methods that it lacks stay away. */
export const decorated = <Service extends object, E = unknown>(
  service: Service,
  around: (call: AnyMethod<E>, name: string) => AnyMethod<E>,
  names: readonly string[] = Object.keys(service),
): Service => {
  const methods = service as Readonly<Record<string, AnyMethod<E>>>;
  const calls = names
    .filter((name) => typeof methods[name] === "function")
    // A plugin's service may be of a class.
    .map((name) => [name, around((...parameters) => methods[name]!(...parameters), name)]);
  return { ...service, ...(Object.fromEntries(calls) as Partial<Service>) };
};
