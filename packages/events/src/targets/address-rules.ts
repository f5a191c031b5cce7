import ipaddr from "ipaddr.js";

/** Hosts for which plain http is allowed. No other host name reaches this machine. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL's `hostname` is one of the three spellings of this machine. */
export const isLocalHost = (hostname: string): boolean => LOCAL_HOSTS.has(hostname);

/**
 * Ranges that the operator's setting allows. Link-local addresses stay refused: clouds serve their metadata there, and
 * no receiver has such an address.
 */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(["private", "uniqueLocal", "carrierGradeNat", "loopback"]);

/** IPv6 addresses that are routed on the internet. Addresses outside this range are local, translated or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Returns undefined if deliveries may go to this IP address, otherwise the kind of the address. */
export const refusedRange = (address: string, allowPrivate: boolean): string | undefined => {
  if (!ipaddr.isValid(address)) return "unknown";
  const range = rangeOf(address);
  if (range === "unicast" || (allowPrivate && PRIVATE_RANGES.has(range))) return undefined;
  return RANGE_NAMES[range] ?? "reserved";
};

const rangeOf = (address: string): string => {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (parsed.kind() === "ipv6" && range === "unicast" && !parsed.match(GLOBAL_UNICAST)) return "reserved";
  return range;
};

const RANGE_NAMES: Readonly<Record<string, string>> = {
  private: "private",
  uniqueLocal: "private",
  carrierGradeNat: "private (carrier-grade NAT)",
  loopback: "loopback",
  linkLocal: "link-local",
  unspecified: "unspecified",
  multicast: "multicast",
  broadcast: "broadcast",
  ipv4Mapped: "IPv4-mapped",
};

export const isIpAddress = (host: string): boolean => ipaddr.isValid(host);
