import type { Effect } from "effect";

/** Method of a service, with any parameters and result. */
// eslint-disable-next-line typescript/no-explicit-any
export type AnyMethod<E = unknown> = (...parameters: readonly any[]) => Effect.Effect<any, E>;

/**
 * Returns a service with some of its methods wrapped by `around`; by default all of its own methods. Methods that it
 * lacks stay absent.
 */
export const decorated = <Service extends object, E = unknown>(
  service: Service,
  around: (call: AnyMethod<E>, name: string) => AnyMethod<E>,
  names: readonly string[] = Object.keys(service),
): Service => {
  const methods = service as Readonly<Record<string, AnyMethod<E>>>;
  const calls = names
    .filter((name) => typeof methods[name] === "function")
    // Called as a method, because a plugin's service can be a class instance.
    .map((name) => [name, around((...parameters) => methods[name]!(...parameters), name)]);
  return { ...service, ...(Object.fromEntries(calls) as Partial<Service>) };
};
