import { randomBytes } from "node:crypto";
import type { Authenticator, Principal } from "../../rpc/handler.ts";
import { DomainError } from "@quarry/plugin/domain";
import type { SecretBoxService } from "@quarry/store";
import { Effect, Option, Redacted } from "effect";
import { clearedCookie, readCookie, sessionCookie } from "./cookie.ts";
import type { EndedSessions } from "./ended-sessions.ts";

/** A person who signed in with an API key. */
export interface Session {
  readonly principal: Principal;
  /** `Authorization` header for the contract's own routes; never leaves the server. */
  readonly authorization: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** The same for all cookies of one session. */
  readonly id: string;
}

export interface SessionsOptions {
  /** Without a rate limit: one request is authenticated several times. */
  readonly authenticator: Authenticator;
  /** Counts what the key does; throws when it may do no more for now. */
  readonly limited: Authenticator;
  readonly secretBox: SecretBoxService;
  readonly ended: EndedSessions;
  /** Lifetime of a session after its last use, in milliseconds. */
  readonly lifetimeMs: number;
  /** Default: the process's clock. */
  readonly now?: () => number;
}

/** Content of the cookie, which is sealed. */
interface SealedSession {
  readonly id: string;
  readonly key: string;
  readonly until: number;
}

const KEY_LOCATION = { sessionOf: "console", field: "session_key" } as const;

/** Pages show collections as a whole: counts, words that are searched for, what fails. */
const boundedKey = () =>
  new DomainError({
    code: "permission_denied",
    message:
      "This key may see only what its filter matches, and the console shows more: sign in with one without a filter",
  });

/** Number of new cookies that a session in constant use gets in one lifetime. */
const RENEWALS = 12;

const ID_BYTES = 16;

/**
 * Sessions of the console. There is no table of them: the cookie itself holds the key, sealed with the service's key, so
 * that every process knows a session, and revoking the key ends it at the next request. What is on record is which were
 * signed out of, so that a cookie that somebody copied ends with them.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #now: () => number;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Signs in: the session, and the cookie to set. Undefined when no caller has this key. Throws for one with a filter. */
  open(key: string, isSecure: boolean): { readonly session: Session; readonly cookie: string } | undefined {
    if (this.#options.authenticator.authenticate(`Bearer ${key}`)?.accessFilter !== undefined) throw boundedKey();
    const id = randomBytes(ID_BYTES).toString("base64url");
    const session = this.#sessionOf({ id, key, until: this.#now() + this.#options.lifetimeMs });
    if (session === undefined) return undefined;
    return { session, cookie: this.#seal(key, session, isSecure) };
  }

  /** The session of a request, by its `Cookie` header; undefined without one, and when it or its key is over. */
  read(header: string | undefined): Session | undefined {
    const session = this.#unseal(header);
    return session && this.#sessionOf(session);
  }

  /** Whether a session that a stream began with still holds: it has not ended, and its key was not revoked. */
  isOpen({ authorization, expiresAt, id }: Session): boolean {
    return (
      expiresAt > this.#now() &&
      !this.#options.ended.has(id) &&
      this.#options.authenticator.authenticate(authorization) !== undefined
    );
  }

  /** Counts a call of the session's key; throws when the key has none left. */
  spend({ authorization }: Session): void {
    this.#options.limited.authenticate(authorization);
  }

  /** A cookie that lets the session last as if it had just begun; undefined when it is over, or that changes little. */
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

  /** The cookie that ends a session in the browser. */
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
    // A cookie that can't be opened was not made here, or was sealed with an earlier key: the user signs in again.
    const opened = Effect.runSync(Effect.option(this.#options.secretBox.open(sealed, KEY_LOCATION)));
    if (Option.isNone(opened)) return undefined;
    const session = JSON.parse(Redacted.value(opened.value)) as SealedSession;
    // One of an earlier version has no id, and could not be ended.
    const isOver = session.until <= this.#now() || session.id === undefined || this.#options.ended.has(session.id);
    return isOver ? undefined : session;
  }
}
