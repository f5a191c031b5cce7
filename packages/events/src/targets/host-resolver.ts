import { lookup, Resolver } from "node:dns/promises";

/** Resolves a host name to its addresses. Rejects if it has none. */
export type HostResolver = (hostname: string) => Promise<readonly string[]>;

/** Timeout of a name server query: a slower name server counts as down. */
const TIMEOUT_MS = 2_000;
const MAX_TRIES = 2;

/**
 * Queries the name servers directly. `lookup` occupies one of the few threads that also do the file I/O, so a name
 * server that does not respond would block file I/O for all callers. `lookup` is called only for names that the name
 * servers reject at once, because it also reads the hosts file.
 */
export const resolveHost: HostResolver = async (hostname) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: MAX_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const failure = answers.find((answer) => answer.status === "rejected" && !isDenial(answer.reason));
  if (failure?.status === "rejected") throw failure.reason;
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
};

const isDenial = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOTFOUND" || code === "ENODATA";
};
