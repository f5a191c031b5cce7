import type { QuarryClient } from "@quarry/client";
import type { Session } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type Service = QuarryClient[Exclude<keyof QuarryClient, "close">];
type NamesOf<S> = S extends S ? keyof S & string : never;
/** Name of an rpc, as the client has it. */
export type Rpc = NamesOf<Service>;
type Call<R extends Rpc, S = Service> = S extends { readonly [name in R]: infer C } ? C : never;
type Request<C> = C extends (request: infer A, ...rest: never) => unknown ? A : never;
type Answer<C> = C extends (...args: never) => Promise<infer A> ? A : never;
type Item<A, F> = F extends keyof A ? (A[F] extends readonly (infer I)[] ? I : never) : never;

/** Differences of the command line from the contract, for a field of the request. */
export interface Flag {
  /** Name of the flag; default: the field's. */
  readonly as?: string;
  /** Help; default: the field's comment. */
  readonly text?: string;
  readonly isRequired?: true;
  readonly default?: unknown;
  /** Takes JSON or `name=value` for a field that the contract has as a text of JSON. */
  readonly isJson?: true;
}

/** A command that is one rpc: its arguments and options are fields of the request. */
interface RpcCommand<Request, Answer, Item> {
  readonly rpc: string;
  readonly text: string;
  readonly alias?: string;
  /** Fields that are arguments, as usage shows them; default: those of the HTTP path. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Differences of options from their fields; false for a field that is none. */
  readonly flags?: Readonly<Record<string, Flag | false>>;
  /** Switches that are no fields, with their help. */
  readonly switches?: Readonly<Record<string, string>>;
  /** Completes the request of the arguments and flags. */
  readonly adjust?: (request: Partial<Request>) => object;
  readonly examples?: readonly string[];
  /** Carries the command out where the call alone does not do. */
  readonly run?: () => Promise<(session: Session, request: Request, options: GlobalOptions) => Promise<void>>;
  /** Field of the answer that has the items. */
  readonly items?: string;
  /** Items of a page at most; all pages are read then. */
  readonly pageSize?: number;
  /** Prints the whole answer as JSON, not only its items. */
  readonly isWhole?: true;
  /** The cell of each title: a field of the item, or what is made of it. Titles of spaces are not shown. */
  readonly columns?: Readonly<Record<string, Cell<Item>>>;
  /** Text of the answer in one line; default: its message, where it has one. */
  readonly line?: (answer: Answer) => string;
  /** Fields to show; default: all of the answer. */
  readonly fields?: (answer: Answer) => object;
  /** Message after the result. */
  readonly note?: string;
}

type Cell<I> = (keyof I & string) | ((item: I) => unknown);

/** A command with the types of its rpc. */
export type CommandOf<R extends Rpc, F extends string> = RpcCommand<
  Request<Call<R>>,
  Answer<Call<R>>,
  Item<Answer<Call<R>>, F>
> & { readonly rpc: R; readonly items?: F };

/** A command whose types were checked where it was written. */
export type AnyCommand = RpcCommand<never, never, never>;

/** A field of a request, as the contract has it. */
export interface RpcField {
  readonly name: string;
  readonly isPath?: true;
  /** Default: text. */
  readonly type?: "boolean" | "integer" | "number" | "object";
  readonly isList?: true;
  readonly choices?: readonly string[];
  readonly minimum?: number;
  /** The comment, for a line of help. */
  readonly text: string;
}
