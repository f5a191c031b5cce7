/** Time limits of connections, in milliseconds. */
export interface HttpTimeouts {
  /** Limit for the first bytes of a new connection. Default 10 s. */
  readonly firstBytesMs: number;
  /** Limit for the headers of a request, from its first byte. Default 30 s. */
  readonly headersMs: number;
  /** Limit for the next request on a kept-alive connection. Default 75 s, above the usual 60 s of proxies in front. */
  readonly keepAliveMs: number;
  /** Limit for a connection without progress during a request or an answer. Default 120 s. */
  readonly idleMs: number;
  /** Idle time of an event stream after which a comment is sent. Default 15 s. */
  readonly heartbeatMs: number;
}

export const DEFAULT_TIMEOUTS: HttpTimeouts = {
  firstBytesMs: 10_000,
  headersMs: 30_000,
  keepAliveMs: 75_000,
  idleMs: 120_000,
  heartbeatMs: 15_000,
};
