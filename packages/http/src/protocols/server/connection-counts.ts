import { constants, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { TokenBuckets } from "@quarry/plugin/scheduling";
import { type Addresses, MOST_ADDRESSES, networkOf, plainAddress } from "./addresses.ts";

/** Factor of the limits of an address that many callers share. */
const SHARED_FACTOR = 16;

/** Calls that a peer may give up at once over HTTP/2, on all its connections, and how many a second from then on. */
export const RESETS_AT_ONCE = 500;
export const RESETS_PER_SECOND = 50;
const RESETS = { burst: RESETS_AT_ONCE, perSecond: RESETS_PER_SECOND, mostDebt: RESETS_AT_ONCE };

/**
 * Counts each address's open connections and cancelled calls, and limits both: they bound its share of the service
 * before the caller is authenticated.
 */
export class ConnectionCounts {
  readonly #addresses: Addresses;
  readonly #mostPerAddress: number;
  readonly #open = new Map<string, number>();
  readonly #resets = new TokenBuckets(RESETS, MOST_ADDRESSES);

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

  /** Whether a new HTTP/2 connection is welcome: not where its address has given up too many calls. */
  mayCallAgain(socket: Socket): boolean {
    const resetter = this.#resetterOf(socket);
    return resetter === undefined || this.#resets.left(resetter) > 0;
  }

  /** On all connections of a peer together: on a new one it would begin again. Closes that on which it becomes too much. */
  countResets(session: ServerHttp2Session): void {
    const resetter = this.#resetterOf(session.socket as Socket);
    if (resetter === undefined) return;
    session.on("stream", (stream) => {
      // Before anything is done for the call: the peer's other connections may have given up too many meanwhile.
      if (this.#resets.left(resetter) <= 0) return session.destroy();
      stream.once("close", () => {
        if (stream.rstCode === constants.NGHTTP2_NO_ERROR) return;
        this.#resets.use(resetter);
        if (this.#resets.left(resetter) <= 0) session.destroy();
      });
    });
  }

  /** Undefined for a proxy, which passes on what all its callers give up. */
  #resetterOf(socket: Socket): string | undefined {
    const address = plainAddress(socket.remoteAddress);
    return this.#addresses.isProxy(address) ? undefined : networkOf(address);
  }
}
