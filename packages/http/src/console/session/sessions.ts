import { randomBytes } from "node:crypto";
import { type Authenticator, permissionDenied, type Principal } from "../../rpc/handler.ts";
import type { SecretBoxService } from "@quarry/store";
import { Effect, Option, Redacted } from "effect";
import { clearedCookie, readCookie, sessionCookie } from "./cookie.ts";
import type { EndedSessions } from "./ended-sessions.ts";

/** Session of a person who signed in with an API key. */
export interface Session {
  readonly principal: Principal;
  /** `Authorization` header for the contract's own routes; never leaves the server. */
  readonly authorization: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Id shared by all cookies of one session. */
  readonly id: string;
}

export interface SessionsOptions {
  /** Authenticator without a rate limit, because one request is authenticated several times. */
  readonly authenticator: Authenticator;
  /** Authenticator that counts the key's calls and throws when the rate limit is exceeded. */
  readonly limited: Authenticator;
  readonly secretBox: SecretBoxService;
  readonly ended: EndedSessions;
  /** Lifetime of a session after its last use, in milliseconds. */
  readonly lifetimeMs: number;
  /** Default: the process's clock. */
  readonly now?: () => number;
}

/** Content of the encrypted cookie. */
interface SealedSession {
  readonly id: string;
  readonly key: string;
  readonly until: number;
}

const KEY_LOCATION = { sessionOf: "console", field: "session_key" } as const;

/** Keys with a filter can't sign in: pages show whole collections, such as counts, searched terms and failures. */
const boundedKey = () =>
  permissionDenied(
    "This key is limited to what its filter matches: sign in to the console with a key without a filter",
  );

/** Number of times that the cookie of a session in constant use is renewed per lifetime. */
const RENEWALS = 12;

const ID_BYTES = 16;

/**
 * Sessions of the console. No table stores them: the cookie itself contains the API key, encrypted with the service's
 * key. Every process can therefore read a session, and revoking the API key ends it at the next request. Only
 * signed-out sessions are stored, so signing out also invalidates a copied cookie.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #now: () => number;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Signs in: returns the session and the cookie to set, or undefined if the key is unknown. Throws for a key with a
   * filter.
   */
  open(key: string, isSecure: boolean): { readonly session: Session; readonly cookie: string } | undefined {
    if (this.#options.authenticator.authenticate(`Bearer ${key}`)?.accessFilter !== undefined) throw boundedKey();
    const id = randomBytes(ID_BYTES).toString("base64url");
    const session = this.#sessionOf({ id, key, until: this.#now() + this.#options.lifetimeMs });
    if (session === undefined) return undefined;
    return { session, cookie: this.#seal(key, session, isSecure) };
  }

  /**
   * Returns the session of a request by its `Cookie` header, or undefined without one and when the session or its key
   * is no longer valid.
   */
  read(header: string | undefined): Session | undefined {
    const session = this.#unseal(header);
    return session && this.#sessionOf(session);
  }

  /** Whether the session that a stream began with is still valid: it has not ended, and its key was not revoked. */
  isOpen({ authorization, expiresAt, id }: Session): boolean {
    return (
      expiresAt > this.#now() &&
      !this.#options.ended.has(id) &&
      this.#options.authenticator.authenticate(authorization) !== undefined
    );
  }

  /** Counts a call against the key's rate limit; throws when it is exceeded. */
  spend({ authorization }: Session): void {
    this.#options.limited.authenticate(authorization);
  }

  /**
   * Returns a cookie that restarts the session's lifetime, or undefined when the session has ended or the gain would be
   * small.
   */
  renew(header: string | undefined, isSecure: boolean): string | undefined {
    const retained = this.#unseal(header);
    if (retained === undefined) return undefined;
    const until = this.#now() + this.#options.lifetimeMs;
    if (until - retained.until < this.#options.lifetimeMs / RENEWALS) return undefined;
    const session = this.#sessionOf({ ...retained, until });
    return session && this.#seal(retained.key, session, isSecure);
  }

  /** Ends a session everywhere, with all its cookies. */
  async end({ id }: Session): Promise<void> {
    await this.#options.ended.end(id);
  }

  /** Cookie that ends the session in the browser. */
  readonly close = clearedCookie;

  #sessionOf({ id, key, until }: SealedSession): Session | undefined {
    const authorization = `Bearer ${key}`;
    const principal = this.#options.authenticator.authenticate(authorization);
    if (principal === undefined || principal.accessFilter !== undefined) return undefined;
    return { principal, authorization, expiresAt: until, id };
  }

  #seal(key: string, { id, expiresAt }: Session, isSecure: boolean): string {
    const session: SealedSession = { id, key, until: expiresAt };
    const sealed = this.#options.secretBox.seal(Redacted.make(JSON.stringify(session)), KEY_LOCATION);
    return sessionCookie(sealed, this.#options.lifetimeMs, isSecure);
  }

  #unseal(header: string | undefined): SealedSession | undefined {
    const sealed = readCookie(header);
    if (sealed === undefined) return undefined;
    // A cookie that can't be decrypted was not created here, or was encrypted with an earlier key: the user signs in
    // again.
    const opened = Effect.runSync(Effect.option(this.#options.secretBox.open(sealed, KEY_LOCATION)));
    if (Option.isNone(opened)) return undefined;
    const session = JSON.parse(Redacted.value(opened.value)) as SealedSession;
    // A session of an earlier version has no id and could not be ended.
    const isOver = session.until <= this.#now() || session.id === undefined || this.#options.ended.has(session.id);
    return isOver ? undefined : session;
  }
}
