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
import { contractEnum } from "./contract-enum.ts";

export type { AnswerSize, KeyScope };
export { PagedList, pagedList } from "./paged-list.ts";

/** Authenticated caller of a request. */
export interface Principal {
  /** Name of the key, for logs; never the key itself. */
  readonly name: string;
  readonly scope: KeyScope;
  /** Only collections that the key may access; undefined for all. */
  readonly collections: ReadonlySet<string> | undefined;
  /** Access filter: only matching documents and passages are visible and writable; undefined for all. */
  readonly accessFilter: AccessFilter | undefined;
  /** Expiry of the key or token, in epoch milliseconds; undefined for never. */
  readonly expiresAt?: number | undefined;
}

/** Authenticates callers. Called for every request, so it works synchronously, from memory. */
export interface Authenticator {
  /**
   * Returns the caller for an `Authorization` header, or undefined if it is missing or its token is not valid. Tokens
   * are compared in constant time, the scheme name case-insensitively.
   */
  authenticate(authorization: string | undefined): Principal | undefined;
  /**
   * Whether an authenticated caller is still valid. Called at intervals during a stream. Default: the same as
   * `authenticate`.
   */
  isValid?(authorization: string): boolean;
  /**
   * Prepares the authentication of a header if it needs asynchronous work; returns undefined if `authenticate` can be
   * called directly. Resolves whatever the outcome, and never fails.
   */
  prepare?(authorization: string | undefined): Promise<void> | undefined;
  /**
   * Returns the reason why a caller is not authenticated, if the caller may know it; undefined if there is nothing to
   * report.
   */
  problemOf?(authorization: string | undefined): string | undefined;
  /** Counts an admitted request as this many more. Default: each request counts as one. */
  charge?(principal: Principal, requests: number): void;
}

/** Error for a valid key that has exceeded its rate limit. */
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
  /** Value of the answer's `X-Request-Id`, which belongs in every log line about the call. */
  readonly requestId: string;
  /** Aborted when the caller disconnects or the server stops. Created on first use: read it only if needed. */
  readonly signal: AbortSignal;
  /** Whether the call is from a page of the console, in its session. Default false. */
  readonly isOfConsole?: boolean;
  /** Counts the memory of records read for the answer. Default: not counted. */
  readonly answer?: AnswerSize | undefined;
  /** Returns a header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Headers to add to the answer, by lower-case name. A stream must set them before its first message. */
  readonly responseHeaders: Map<string, string>;
  /** HTTP status that replaces the rpc's own, for REST only (readiness answers 503 with its usual body). */
  status?: number;
}

/**
 * Rpc as a plain function. Requests are complete and valid by the contract's own rules; the handler only checks rules
 * that depend on state. A failure meant for the caller is a `DomainError`; any other error answers 500 and is logged. A
 * frozen answer must never change: its text can be cached for when it is returned again. A list in an answer can be a
 * `pagedList`.
 */
export type Handler<Method extends DescMethod> =
  Method extends DescMethodUnary<infer Input, infer Output>
    ? (request: MessageShape<Input>, context: CallContext) => Promise<MessageInitShape<Output>>
    : Method extends DescMethodServerStreaming<infer Input, infer Output>
      ? (request: MessageShape<Input>, context: CallContext) => AsyncIterable<MessageInitShape<Output>>
      : Method extends DescMethodClientStreaming<infer Input, infer Output>
        ? (requests: AsyncIterable<MessageShape<Input>>, context: CallContext) => Promise<MessageInitShape<Output>>
        : never;

/** Handlers of all rpcs of a service, by the method's camelCase name. */
export type Handlers<Service extends DescService> = {
  readonly [Name in keyof Service["method"]]: Handler<Service["method"][Name]>;
};

/** Handler of any type, for code that is generic over services. */
export type AnyHandler = (request: never, context: CallContext) => unknown;

/** Service with its handlers, without their types. */
export interface BoundService {
  readonly service: DescService;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

/** Combines a service with its handlers. An rpc without a handler answers 501 (Connect: unimplemented). */
export function bindService<Service extends DescService>(
  service: Service,
  handlers: Partial<Handlers<Service>>,
): BoundService {
  return { service, handlers: handlers as BoundService["handlers"] };
}

/** Combines a service with all of its handlers: the compiler ensures that no rpc is missing. */
export function bindWholeService<Service extends DescService>(
  service: Service,
  handlers: Handlers<Service>,
): BoundService {
  return bindService(service, handlers);
}

const SCOPES = contractEnum(Scope);

/** Throws `permission_denied` unless the caller's key has the scope and, if one is named, access to the collection. */
export function authorize(principal: Principal, required: Scope, collectionName?: string): void {
  if (SCOPES.byName[principal.scope] < required) {
    throw permissionDenied(
      `This needs a key with the scope ${SCOPES.nameOf(required)}, got one with ${principal.scope}`,
    );
  }
  if (collectionName !== undefined && principal.collections?.has(collectionName) === false) {
    throw permissionDenied(`This key is limited to other collections than '${collectionName}'`);
  }
}

/** Throws `permission_denied` if the caller has an access filter that the rpc does not enforce. */
export function checkAccessFilter({ accessFilter }: Principal, care: BoundaryCare): void {
  if (accessFilter === undefined || care === BoundaryCare.KEPT || care === BoundaryCare.UNTOUCHED) return;
  throw permissionDenied("This key is limited to what its filter matches; the call needs a key without a filter");
}

/**
 * Throws if the key is limited to certain collections, for calls on the whole service: they would access, or reveal,
 * others.
 */
export const refuseLimitedKey = ({ principal }: Pick<CallContext, "principal">): void => {
  if (principal?.collections === undefined) return;
  throw permissionDenied("This needs a key for all collections, got one that is limited to some");
};

export const permissionDenied = (message: string) => new DomainError({ code: "permission_denied", message });
