import type { AccessFilter } from "@quarry/index";
import type {
  DescMethod,
  DescMethodClientStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { Boundary as BoundaryCare, Scope } from "@quarry/api";
import { DomainError, type KeyScope } from "@quarry/plugin/domain";

import type { AnswerSize } from "@quarry/store";
import { namesOf } from "./names-of.ts";

export type { AnswerSize, KeyScope };
export { PagedList, pagedList } from "./paged-list.ts";

/** Authenticated caller of a request. */
export interface Principal {
  /** Name of the key, for logs; never the key itself. */
  readonly name: string;
  readonly scope: KeyScope;
  /** The only collections that the key may touch; undefined for all. */
  readonly collections: ReadonlySet<string> | undefined;
  /** Access filter: only matching documents and passages are visible and writable; undefined for all. */
  readonly accessFilter: AccessFilter | undefined;
  /** Expiry of its key or token, in epoch milliseconds; undefined for never. */
  readonly expiresAt?: number | undefined;
}

/** Authenticates callers. Called for every request, so it answers at once, from memory. */
export interface Authenticator {
  /**
   * The caller behind an `Authorization` header, or undefined when there is none or its token is not valid. Tokens
   * are compared in constant time, the scheme name without regard to case.
   */
  authenticate(authorization: string | undefined): Principal | undefined;
  /** Whether a caller that was let in may stay: asked now and then while a stream lasts. Default: as `authenticate`. */
  isValid?(authorization: string): boolean;
  /**
   * Prepares the authentication of a header where that takes more than memory; undefined where `authenticate` can
   * answer. Ends with any outcome, and never fails.
   */
  prepare?(authorization: string | undefined): Promise<void> | undefined;
  /**
   * Reason why a caller is not authenticated, for callers with the right to know; undefined where there is nothing to
   * report.
   */
  problemOf?(authorization: string | undefined): string | undefined;
  /** Counts an admitted request as this many more. Default: all requests count alike. */
  charge?(principal: Principal, requests: number): void;
}

/** A key that is valid and has no calls left for now. */
export class ExhaustedKey extends DomainError {
  readonly principal: Principal;

  constructor(principal: Principal, message: string, retryAfterSeconds: number) {
    super({ code: "resource_exhausted", message, retryAfterSeconds });
    this.principal = principal;
  }
}

/** Context of a call: data of its request, and headers and status that a handler can add to the answer. */
export interface CallContext {
  /** Undefined only for rpcs that need no token. */
  readonly principal: Principal | undefined;
  /** Stands in the answer's `X-Request-Id` and belongs in every log line about the call. */
  readonly requestId: string;
  /** Aborted when the caller leaves or the server stops. Made on first use: read it only where it is needed. */
  readonly signal: AbortSignal;
  /** Whether a page of the console calls, in its session. Default false. */
  readonly isOfConsole?: boolean;
  /** Counts what is read for the answer. Default: nobody does. */
  readonly answer?: AnswerSize | undefined;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Headers to add to the answer, by lower-case name. A stream must set them before its first message. */
  readonly responseHeaders: Map<string, string>;
  /** HTTP status in place of the rpc's own, for REST only (readiness answers 503 with its usual body). */
  status?: number;
}

/**
 * One rpc as a plain function. Requests are complete and valid by the contract's own rules; what needs state is the
 * handler's to check. A failure meant for the caller is a `DomainError`; anything else answers 500 and is logged. A
 * frozen answer is taken at its word: nothing in it changes, and its text may be kept for when it is given again. A list
 * in an answer may be a `pagedList`.
 */
export type Handler<Method extends DescMethod> =
  Method extends DescMethodUnary<infer Input, infer Output>
    ? (request: MessageShape<Input>, context: CallContext) => Promise<MessageInitShape<Output>>
    : Method extends DescMethodServerStreaming<infer Input, infer Output>
      ? (request: MessageShape<Input>, context: CallContext) => AsyncIterable<MessageInitShape<Output>>
      : Method extends DescMethodClientStreaming<infer Input, infer Output>
        ? (requests: AsyncIterable<MessageShape<Input>>, context: CallContext) => Promise<MessageInitShape<Output>>
        : never;

/** All rpcs of a service, by the method's camelCase name. */
export type Handlers<Service extends DescService> = {
  readonly [Name in keyof Service["method"]]: Handler<Service["method"][Name]>;
};

/** Any handler, for code that is generic over services. */
export type AnyHandler = (request: never, context: CallContext) => unknown;

/** A service with its handlers, its types forgotten. */
export interface BoundService {
  readonly service: DescService;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

/** Joins a service with its handlers. An rpc without a handler answers 501 (Connect: unimplemented). */
export function bindService<Service extends DescService>(
  service: Service,
  handlers: Partial<Handlers<Service>>,
): BoundService {
  return { service, handlers: handlers as BoundService["handlers"] };
}

/** As `bindService`, for a service that is served whole: the compiler sees to it that no rpc is missing. */
export function bindWholeService<Service extends DescService>(
  service: Service,
  handlers: Handlers<Service>,
): BoundService {
  return bindService(service, handlers);
}

const LEVELS: Readonly<Record<KeyScope, number>> = { read: Scope.READ, write: Scope.WRITE, admin: Scope.ADMIN };

const SCOPE_NAMES = namesOf(LEVELS);

/** Throws `permission_denied` unless the caller's key has the scope and, when one is named, the collection. */
export function authorize(principal: Principal, required: Scope, collectionName?: string): void {
  if (LEVELS[principal.scope] < required) {
    throw permissionDenied(`This needs a key with the scope ${SCOPE_NAMES[required]}, got one with ${principal.scope}`);
  }
  if (collectionName !== undefined && principal.collections?.has(collectionName) === false) {
    throw permissionDenied(`This key is limited to other collections than '${collectionName}'`);
  }
}

/** Throws `permission_denied` where a caller has an access filter that the rpc doesn't keep. */
export function checkAccessFilter({ accessFilter }: Principal, care: BoundaryCare): void {
  if (accessFilter === undefined || care === BoundaryCare.KEPT || care === BoundaryCare.UNTOUCHED) return;
  throw permissionDenied(
    "This key may see and touch only what its filter matches, and the call is about more; it needs a key without a filter",
  );
}

const permissionDenied = (message: string) => new DomainError({ code: "permission_denied", message });
