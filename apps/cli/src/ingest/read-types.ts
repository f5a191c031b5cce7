import type { Session } from "../session.ts";

/**
 * Returns a function that fetches the file types that the service reads. The first call fetches them; later calls
 * repeat it only after a failure.
 */
export const readTypesOf = ({ client, signal }: Session): (() => Promise<ReadonlySet<string>>) => {
  let known: ReadonlySet<string> | undefined;
  return async () => {
    known ??= new Set(
      (await client.platform.listFileTypes({}, { signal })).fileTypes.map(({ extension }) => extension),
    );
    return known;
  };
};
