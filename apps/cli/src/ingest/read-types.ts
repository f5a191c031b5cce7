import type { Session } from "../session.ts";

/** The file types that the service reads, asked for once it is needed, and again only where that failed. */
export const readTypesOf = ({ client, signal }: Session): (() => Promise<ReadonlySet<string>>) => {
  let known: ReadonlySet<string> | undefined;
  return async () => {
    known ??= new Set(
      (await client.platform.listFileTypes({}, { signal })).fileTypes.map(({ extension }) => extension),
    );
    return known;
  };
};
