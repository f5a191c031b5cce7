import type { Authenticator, Principal } from "@quarry/rpc/handler";
import type { SecretBoxService } from "@quarry/store";
import { Effect, Option, Redacted } from "effect";
import { clearedCookie, readCookie, sessionCookie } from "./cookie.ts";

/** A person who signed in with an API key. */
export interface Session {
  readonly principal: Principal;
  /** What the contract's own routes want to see; stays in the server. */
  readonly authorization: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionsOptions {
  readonly authenticator: Authenticator;
  readonly secretBox: SecretBoxService;
  /** How long a session lasts after its last use, in milliseconds. */
  readonly lifetimeMs: number;
  /** Default: the process's clock. */
  readonly now?: () => number;
}

/** What the cookie holds, sealed. */
interface Kept {
  readonly key: string;
  readonly until: number;
}

const PLACE = { sessionOf: "console", field: "session_key" } as const;

/** How often a session that is used all the time gets a new cookie in its lifetime. */
const RENEWALS = 12;

/**
 * Sessions of the console. There is no table of them: the cookie itself holds the key, sealed with the service's key, so
 * that every process knows a session, and revoking the key ends it at the next request.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #now: () => number;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Signs in: the session, and the cookie to set. Undefined when no caller has this key. */
  open(key: string, isSecure: boolean): { readonly session: Session; readonly cookie: string } | undefined {
    const session = this.#sessionOf(key, this.#now() + this.#options.lifetimeMs);
    if (session === undefined) return undefined;
    return { session, cookie: this.#seal(key, session, isSecure) };
  }

  /** The session of a request, by its `Cookie` header; undefined without one, and when it or its key is over. */
  read(header: string | undefined): Session | undefined {
    const kept = this.#unseal(header);
    if (kept === undefined || kept.until <= this.#now()) return undefined;
    return this.#sessionOf(kept.key, kept.until);
  }

  /** Whether a session that a stream began with still holds: it has not ended, and its key was not revoked. */
  isOpen({ authorization, expiresAt }: Session): boolean {
    return expiresAt > this.#now() && this.#options.authenticator.authenticate(authorization) !== undefined;
  }

  /** A cookie that lets the session last as if it had just begun; undefined when it is over, or that changes little. */
  renew(header: string | undefined, isSecure: boolean): string | undefined {
    const kept = this.#unseal(header);
    if (kept === undefined || kept.until <= this.#now()) return undefined;
    const until = this.#now() + this.#options.lifetimeMs;
    if (until - kept.until < this.#options.lifetimeMs / RENEWALS) return undefined;
    const session = this.#sessionOf(kept.key, until);
    return session && this.#seal(kept.key, session, isSecure);
  }

  /** The cookie that ends a session in the browser. */
  readonly close = clearedCookie;

  #sessionOf(key: string, expiresAt: number): Session | undefined {
    const authorization = `Bearer ${key}`;
    const principal = this.#options.authenticator.authenticate(authorization);
    return principal && { principal, authorization, expiresAt };
  }

  #seal(key: string, { expiresAt }: Session, isSecure: boolean): string {
    const kept: Kept = { key, until: expiresAt };
    const sealed = this.#options.secretBox.seal(Redacted.make(JSON.stringify(kept)), PLACE);
    return sessionCookie(sealed, this.#options.lifetimeMs, isSecure);
  }

  #unseal(header: string | undefined): Kept | undefined {
    const sealed = readCookie(header);
    if (sealed === undefined) return undefined;
    // Whatever does not open was not made here, or with a key of the past: sign in again.
    const opened = Effect.runSync(Effect.option(this.#options.secretBox.open(sealed, PLACE)));
    return Option.isSome(opened) ? (JSON.parse(Redacted.value(opened.value)) as Kept) : undefined;
  }
}
