import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from "node:http2";
import type { GrpcTransportOptions } from "@connectrpc/connect-node";
import { readableLate } from "@quarry/api/readable-late";
import { tlsOptions } from "./peer-credentials.ts";
import { PeerFailure } from "./peer-failure.ts";
import type { PeerSettings } from "./remote-settings.ts";

/** Timeout for connecting. It leaves a health check time to answer within the contract's 5 s. */
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Idle time after which a connection is pinged before its next use. It can be lost without notice: dropped from a
 * firewall's table, or its machine gone.
 */
const IDLE_BEFORE_PING_MS = 30_000;
const PING_TIMEOUT_MS = 2_000;
/** Flow-control window: large messages do not wait for HTTP/2's default window of 64 kB. */
const STREAM_WINDOW_BYTES = 4 * 1_048_576;
const CONNECTION_WINDOW_BYTES = 16 * 1_048_576;

type SessionManager = NonNullable<GrpcTransportOptions["sessionManager"]>;

/**
 * HTTP/2 connection to a peer, one at a time. It is opened on the first call, and reopened after a loss. A session
 * keeps its error listener for its whole life: without it a late error (after an abort, a GOAWAY, a lost network) would
 * end the process. For this reason it replaces the transport's own session manager.
 */
export class Http2Connection implements SessionManager {
  readonly authority: string;
  readonly #settings: PeerSettings;
  readonly #peerName: () => string;
  #opening: Promise<ClientHttp2Session> | undefined;
  #session: ClientHttp2Session | undefined;
  #pinging: Promise<boolean> | undefined;
  #lastUsed = 0;
  #isClosed = false;

  /** Creates a connection manager. `peerName` is the peer's name in messages. */
  constructor(settings: PeerSettings, peerName: () => string) {
    this.#settings = settings;
    this.#peerName = peerName;
    this.authority = new URL(settings.address).origin;
  }

  /** Returns the session to use. Throws a `PeerFailure` if none can be opened. Concurrent calls share the attempt. */
  async open(): Promise<ClientHttp2Session> {
    if (this.#session !== undefined && Date.now() - this.#lastUsed > IDLE_BEFORE_PING_MS) await this.check();
    this.#lastUsed = Date.now();
    if (this.#session !== undefined) return this.#session;
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    return await this.#opening;
  }

  async request(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    options: Parameters<SessionManager["request"]>[3],
  ): Promise<ClientHttp2Stream> {
    for (;;) {
      const session = await this.open();
      // The session can end between two ticks of the event loop. In this case a new one is opened.
      if (session.closed || session.destroyed) this.#forget(session);
      else return readableLate(session.request({ ...headers, ":method": method, ":path": path }, options));
    }
  }

  notifyResponseByteRead(): void {
    this.#lastUsed = Date.now();
  }

  /**
   * Returns whether the current session still responds. If it does not, it is dropped, together with all calls waiting
   * on it.
   */
  async check(): Promise<boolean> {
    const session = this.#session;
    if (session === undefined || session.destroyed || session.closed) return false;
    this.#pinging ??= answersPing(session).finally(() => {
      this.#pinging = undefined;
    });
    const isAlive = await this.#pinging;
    if (!isAlive) {
      this.#forget(session);
      session.destroy();
    }
    return isAlive;
  }

  close(): void {
    this.#isClosed = true;
    const session = this.#session;
    if (session === undefined) return;
    this.#forget(session);
    session.destroy();
  }

  async #connect(): Promise<ClientHttp2Session> {
    const tls = await tlsOptions(this.#settings);
    const session = connect(this.authority, { ...tls, settings: { initialWindowSize: STREAM_WINDOW_BYTES } });
    // Stays for the session's whole life, see above.
    session.on("error", () => {});
    try {
      await untilHttp2Ready(session, this.#peerName(), this.authority.startsWith("https:"));
      if (this.#isClosed) throw new PeerFailure("unavailable", "the connection is closed");
    } catch (error) {
      session.destroy();
      throw error;
    }
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    this.#session = session;
    session.once("close", () => this.#forget(session));
    // Calls in progress end on this session. The next call opens a new one.
    session.once("goaway", () => {
      this.#forget(session);
      session.close();
    });
    return session;
  }

  #forget(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined;
  }
}

/** Resolves when the peer has responded in HTTP/2: a TCP connection alone could lead to any server. */
const untilHttp2Ready = (session: ClientHttp2Session, peer: string, isTls: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    // TLS 1.3 refuses a certificate only after the connection is established. Node can lose the reason, and even the
    // refusal itself.
    const hint = isTls ? "; it may require a certificate (settings certificateFile and keyFile)" : "";
    const timer = setTimeout(() => {
      reject(new PeerFailure("unavailable", `${peer} did not answer within ${CONNECT_TIMEOUT_MS / 1000} s${hint}`));
    }, CONNECT_TIMEOUT_MS);
    session.once("remoteSettings", () => {
      clearTimeout(timer);
      resolve();
    });
    session.once("error", (error) => {
      clearTimeout(timer);
      reject(connectFailure(peer, error));
    });
    session.once("close", () => {
      clearTimeout(timer);
      reject(new PeerFailure("unavailable", `${peer} closed the connection before it answered${hint}`));
    });
  });

/** TLS error codes for a certificate that is not trusted, or not valid for this host. */
const CERTIFICATE_CODE = /CERT|ISSUER|SIGNATURE|ALTNAME/;
/** TLS alerts by which the peer requires a certificate, or a different one. */
const ALERT_CODE = /^ERR_SSL_(TLSV1|TLSV13|SSLV3)_ALERT_/;

const connectFailure = (peer: string, error: Error): PeerFailure => {
  const code = String((error as NodeJS.ErrnoException).code ?? "unknown error");
  const fail = (reason: "unavailable" | "incompatible", problem: string): PeerFailure =>
    new PeerFailure(reason, `${peer} ${problem} (${code})`, { cause: error });
  if (ALERT_CODE.test(code))
    return fail("unavailable", "refuses our certificate (settings certificateFile and keyFile)");
  if (CERTIFICATE_CODE.test(code)) {
    return fail("unavailable", "shows a certificate that is not trusted (setting caCertificateFile)");
  }
  if (code.startsWith("ERR_SSL_")) return fail("incompatible", "does not speak TLS (setting address)");
  if (code.startsWith("ERR_HTTP2_"))
    return fail("incompatible", "does not speak HTTP/2, and so not gRPC (setting address)");
  return fail("unavailable", "can't be reached");
};

const answersPing = (session: ClientHttp2Session): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (isAlive: boolean): void => {
      clearTimeout(timer);
      session.off("close", onClose);
      resolve(isAlive);
    };
    const onClose = (): void => answer(false);
    const timer = setTimeout(answer, PING_TIMEOUT_MS, false);
    session.once("close", onClose);
    try {
      session.ping((error) => answer(error === null));
    } catch {
      answer(false);
    }
  });
