import { constants, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { TokenBuckets } from "@quarry/plugin/scheduling";
import { type Addresses, MAX_ADDRESSES, networkOf, plainAddress } from "./addresses.ts";

/** Factor by which limits are higher for an address that many callers share. */
const SHARED_FACTOR = 16;

/**
 * Number of calls that a peer can cancel at once over HTTP/2, on all its connections, and the number per second after
 * that.
 */
export const RESETS_AT_ONCE = 500;
export const RESETS_PER_SECOND = 50;
const RESETS = { burst: RESETS_AT_ONCE, perSecond: RESETS_PER_SECOND, mostDebt: RESETS_AT_ONCE };

/**
 * Counts each address's open connections and cancelled calls, and limits both. The limits bound an address's share of
 * the service before its caller is authenticated.
 */
export class ConnectionCounts {
  readonly #addresses: Addresses;
  readonly #maxPerAddress: number;
  readonly #open = new Map<string, number>();
  readonly #resets = new TokenBuckets(RESETS, MAX_ADDRESSES);

  constructor(addresses: Addresses, maxPerAddress: number) {
    this.#addresses = addresses;
    this.#maxPerAddress = maxPerAddress;
  }

  /** Counts a connection until it closes. Returns false, without counting it, if its address has too many. */
  admit(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress);
    const network = networkOf(address);
    const open = this.#open.get(network) ?? 0;
    if (open >= this.#maxPerAddress * (this.#addresses.isShared(address) ? SHARED_FACTOR : 1)) return false;
    this.#open.set(network, open + 1);
    socket.once("close", () => {
      const remaining = this.#open.get(network)! - 1;
      if (remaining > 0) this.#open.set(network, remaining);
      else this.#open.delete(network);
    });
    return true;
  }

  /** Whether a new HTTP/2 connection is allowed: not if its address has cancelled too many calls. */
  isSessionAllowed(socket: Socket): boolean {
    const resetter = this.#resetterOf(socket);
    return resetter === undefined || this.#resets.left(resetter) > 0;
  }

  /**
   * Counts cancelled calls over all connections of a peer, because a new connection would otherwise start at zero.
   * Closes a connection that exceeds the limit.
   */
  countResets(session: ServerHttp2Session): void {
    const resetter = this.#resetterOf(session.socket as Socket);
    if (resetter === undefined) return;
    session.on("stream", (stream) => {
      // Checked before any work on the call: the peer's other connections may have cancelled too many in the meantime.
      if (this.#resets.left(resetter) <= 0) return session.destroy();
      stream.once("close", () => {
        if (stream.rstCode === constants.NGHTTP2_NO_ERROR) return;
        this.#resets.use(resetter);
        if (this.#resets.left(resetter) <= 0) session.destroy();
      });
    });
  }

  /** Returns undefined for a proxy, which forwards the cancellations of all its callers. */
  #resetterOf(socket: Socket): string | undefined {
    const address = plainAddress(socket.remoteAddress);
    return this.#addresses.isProxy(address) ? undefined : networkOf(address);
  }
}
