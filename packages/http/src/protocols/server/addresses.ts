import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/**
 * Maximum number of addresses in the counters: some megabytes. Beyond it, the least recently seen address is removed.
 */
export const MAX_ADDRESSES = 20_000;

/** Number of leading IPv6 hextets that identify one customer's network, at least. */
const NETWORK_HEXTETS = 4;

const LOOPBACK = blockListOf(["127.0.0.0/8", "::1"]);

/** Determines callers' addresses, with a list of trusted proxies. */
export class Addresses {
  readonly #proxies: BlockList;

  /** `trustedProxies`: addresses, and networks such as `10.0.0.0/8`, whose `X-Forwarded-For` is trusted. */
  constructor(trustedProxies: readonly string[] = []) {
    this.#proxies = blockListOf(trustedProxies);
  }

  /** Whether many callers can share the address: this machine's own, and the proxies. */
  isShared(address: string): boolean {
    return isIn(LOOPBACK, address) || this.isProxy(address);
  }

  isProxy(address: string): boolean {
    return isIn(this.#proxies, address);
  }

  /**
   * Returns the caller's address. For a request from a trusted proxy, it is the last address in `X-Forwarded-For` that
   * is not a trusted proxy.
   */
  callerOf(request: IncomingMessage): string {
    let address = plainAddress(request.socket.remoteAddress);
    const header = request.headers["x-forwarded-for"];
    if (header === undefined || !this.isProxy(address)) return address;
    for (const hop of String(header).split(",").toReversed()) {
      const next = plainAddress(hop.trim());
      if (isIP(next) === 0) break;
      address = next;
      if (!this.isProxy(address)) break;
    }
    return address;
  }
}

/** Converts an IPv4-mapped IPv6 address to the IPv4 form that settings and headers use. */
export const plainAddress = (address = ""): string =>
  /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice("::ffff:".length) : address;

/**
 * Returns the network that limits count as one caller: an IPv4 address, or the /64 network of an IPv6 address, whose
 * owner controls all addresses in it.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%", 1)[0]!.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const hextets = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, NETWORK_HEXTETS);
  return `${hextets.map((hextet) => Number.parseInt(hextet, 16).toString(16)).join(":")}::/64`;
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = address.includes(":") ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isIn = (list: BlockList, address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
};
