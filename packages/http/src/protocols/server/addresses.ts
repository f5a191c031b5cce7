import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Addresses whose deeds are remembered: some megabytes. Of more the one that came longest ago is forgotten. */
export const MOST_ADDRESSES = 20_000;

/** Hextets of an IPv6 address that one customer has for himself at least. */
const NETWORK_HEXTETS = 4;

const LOOPBACK = blockListOf(["127.0.0.0/8", "::1"]);

/** Finds the callers' addresses, and knows the trusted proxies. */
export class Addresses {
  readonly #proxies: BlockList;

  /** `trustedProxies`: addresses, and networks such as `10.0.0.0/8`, whose `X-Forwarded-For` is believed. */
  constructor(trustedProxies: readonly string[] = []) {
    this.#proxies = blockListOf(trustedProxies);
  }

  /** One that many callers may stand behind: this machine's own, and the proxies. */
  isShared(address: string): boolean {
    return isIn(LOOPBACK, address) || this.isProxy(address);
  }

  isProxy(address: string): boolean {
    return isIn(this.#proxies, address);
  }

  /** The caller's address: the last one in `X-Forwarded-For` that is no proxy of ours, where a proxy of ours passed it on. */
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

/** The same address in the family in which it is written in settings and in headers. */
export const plainAddress = (address = ""): string =>
  /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice("::ffff:".length) : address;

/**
 * Network that limits count as one caller: an IPv4 address, or the /64 network of an IPv6 one, whose owner has all
 * addresses in it.
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
