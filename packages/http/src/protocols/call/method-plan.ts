import { type DescMethod, getOption, type Message } from "@bufbuild/protobuf";
import { type Boundary, boundary, http, max_request_bytes, required_scope, Scope } from "@quarry/api";
import { DomainError, unimplemented } from "@quarry/plugin/domain";
import {
  type AnyHandler,
  type Authenticator,
  authorize,
  type BoundService,
  checkAccessFilter,
  type Principal,
} from "../../rpc/handler.ts";
import { additionalCalls } from "./counted-calls.ts";
import { messageValidator } from "./message-validator.ts";
import { namedCollections } from "./named-collections.ts";

/** Checks that every protocol performs around a handler, compiled once per rpc. */
export interface MethodPlan {
  readonly method: DescMethod;
  readonly scope: Scope;
  readonly handler: AnyHandler;
  /** Maximum size of one request message, decompressed, in every protocol. */
  readonly maxRequestBytes: number;
  /**
   * Throws unless the caller's key has the scope and the rpc respects the key's access filter. Call it before reading
   * any part of the request.
   */
  checkCaller(principal: Principal | undefined): void;
  /** Throws unless the caller may access the collections that the message names and the message satisfies the rules. */
  checkMessage(message: Message, principal: Principal | undefined): void;
}

/** Called with the number of additional calls that a request counts as. */
export type Charge = NonNullable<Authenticator["charge"]>;

/** Called for each admitted request, with the collections that it names. */
export type AdmissionListener = (principal: Principal, collections: readonly string[]) => void;

/**
 * Compiles the plans of a service's rpcs. Throws on an rpc that does not declare its scope, so that none is public by
 * oversight.
 */
export function methodPlans(bound: BoundService, charge?: Charge, onAdmitted?: AdmissionListener): MethodPlan[] {
  return bound.service.methods.map((method) =>
    methodPlan(method, bound.handlers[method.localName], charge, onAdmitted),
  );
}

function methodPlan(
  method: DescMethod,
  handler: AnyHandler | undefined,
  charge: Charge | undefined,
  onAdmitted: AdmissionListener | undefined,
): MethodPlan {
  const scope = getOption(method, required_scope);
  if (scope === Scope.UNSPECIFIED) throw new Error(`${method.toString()}: has no required_scope`);
  const validate = messageValidator(method.input);
  const collectionsOf = namedCollections(method.input);
  // For a stream, the message that names its collection counts as the request.
  const isStreamed = method.methodKind === "client_streaming";
  const callsBeyond = charge && additionalCalls(method.input);
  return {
    method,
    scope,
    handler: handler ?? missingHandler(method),
    maxRequestBytes: maxRequestBytes(method, scope),
    checkCaller: callerCheck(scope, getOption(method, boundary)),
    checkMessage: (message, principal) => {
      if (principal?.collections !== undefined) {
        for (const name of collectionsOf?.(message) ?? []) authorize(principal, scope, name);
      }
      validate?.(message);
      if (principal === undefined) return;
      const additional = callsBeyond?.(message) ?? 0;
      if (additional > 0) charge!(principal, additional);
      if (onAdmitted === undefined) return;
      const names = [...(collectionsOf?.(message) ?? [])];
      if (!isStreamed || names.length > 0) onAdmitted(principal, names);
    },
  };
}

/** Maximum size of a request without a body: the most that a URL can carry; without a token, enough for a name. */
const PARAMETER_BYTES = 16_384;
const OPEN_PARAMETER_BYTES = 4_096;

function maxRequestBytes(method: DescMethod, scope: Scope): number {
  const declared = getOption(method, max_request_bytes);
  if (declared > 0) return declared;
  if (getOption(method, http).body !== "") throw new Error(`${method.toString()}: has a body and no max_request_bytes`);
  return scope === Scope.NONE ? OPEN_PARAMETER_BYTES : PARAMETER_BYTES;
}

/** Returns the check of a caller for a scope and the way in which a route respects access filters. */
export const callerCheck =
  (scope: Scope, care: Boundary) =>
  (principal: Principal | undefined): void => {
    if (scope === Scope.NONE) return;
    if (principal === undefined) throw unauthenticated(undefined);
    authorize(principal, scope);
    checkAccessFilter(principal, care);
  };

/** Builds the error that states what is missing, without repeating any part of a token. */
export const unauthenticated = (authorization: string | undefined, problem?: string): DomainError => {
  const got = authorization === undefined ? "no such header" : "a token that is not valid";
  const message = `Authorization: must be 'Bearer <API secret>', got ${got}${problem === undefined ? "" : `: ${problem}`}`;
  return new DomainError({ code: "unauthenticated", message });
};

// Rejecting inside an iterator or a promise lets every protocol treat it like any other handler.
const missingHandler = (method: DescMethod): AnyHandler => {
  const failure = () => unimplemented(`${method.parent.name}.${method.name} is not available in this version`);
  if (method.methodKind !== "server_streaming") return () => Promise.reject(failure());
  return () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure()) }) });
};
