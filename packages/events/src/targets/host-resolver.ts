import { lookup, Resolver } from "node:dns/promises";

/** Addresses of a host name. Rejects when there are none. */
export type HostResolver = (hostname: string) => Promise<readonly string[]>;

/** A name server that is slower than this is down. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers directly: `lookup` holds one of the few threads that also do the file work, and a name server
 * that does not answer would stop those for everybody. It is only asked for a name that the servers deny at once, since
 * it knows the hosts file too.
 */
export const resolveHost: HostResolver = async (hostname) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
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
