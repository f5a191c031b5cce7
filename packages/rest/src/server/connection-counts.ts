import type { Socket } from "node:net";
import { AddressBuckets } from "./address-buckets.ts";
import { type Addresses, networkOf, plainAddress } from "./addresses.ts";

/** How many times as much an address may do that many callers stand behind. */
const SHARED_FACTOR = 16;

/** Calls that a peer may give up at once over HTTP/2, on all its connections, and how many a second from then on. */
export const RESETS_AT_ONCE = 500;
export const RESETS_PER_SECOND = 50;

/** What each address has open, and what it gives up: bounds how much of the service it takes before it is known who calls. */
export class ConnectionCounts {
  readonly #addresses: Addresses;
  readonly #mostPerAddress: number;
  readonly #open = new Map<string, number>();
  readonly #resets = new AddressBuckets(RESETS_AT_ONCE, RESETS_PER_SECOND);

  constructor(addresses: Addresses, mostPerAddress: number) {
    this.#addresses = addresses;
    this.#mostPerAddress = mostPerAddress;
  }

  /** Counts a connection until it is closed. Answers false, and does not, where its address has too many. */
  admit(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress);
    const network = networkOf(address);
    const open = this.#open.get(network) ?? 0;
    if (open >= this.#mostPerAddress * (this.#addresses.isShared(address) ? SHARED_FACTOR : 1)) return false;
    this.#open.set(network, open + 1);
    socket.once("close", () => {
      const left = this.#open.get(network)! - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    });
    return true;
  }

  /** Whom a connection's resets count for; undefined for a proxy, which passes on those of all its callers. */
  resetterOf(socket: Socket): string | undefined {
    const address = plainAddress(socket.remoteAddress);
    return this.#addresses.isProxy(address) ? undefined : networkOf(address);
  }

  noteReset(resetter: string): void {
    this.#resets.add(resetter);
  }

  /** Whether a peer has given up so many calls that it gets no further ones for now. */
  resetsTooMuch(resetter: string): boolean {
    return this.#resets.isSpent(resetter);
  }
}
