import type { QuarryClient } from "@quarry/client";
import type { Session } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type Service = QuarryClient[Exclude<keyof QuarryClient, "close">];
type NamesOf<S> = S extends S ? keyof S & string : never;
/** Name of an rpc in the client. */
export type Rpc = NamesOf<Service>;
type Call<R extends Rpc, S = Service> = S extends { readonly [name in R]: infer C } ? C : never;
type Request<C> = C extends (request: infer A, ...rest: never) => unknown ? A : never;
type Answer<C> = C extends (...args: never) => Promise<infer A> ? A : never;
type Item<A, F> = F extends keyof A ? (A[F] extends readonly (infer I)[] ? I : never) : never;

/** Differences between a command-line flag and the contract's field. */
export interface Flag {
  /** Name of the flag; default: the field's. */
  readonly as?: string;
  /** Help; default: the field's comment. */
  readonly text?: string;
  readonly isRequired?: true;
  readonly default?: unknown;
  /** Whether the flag takes JSON or `name=value`, for a field that is a JSON text in the contract. */
  readonly isJson?: true;
}

/** Command that is one rpc. Its arguments and options are fields of the request. */
interface RpcCommand<Request, Answer, Item> {
  readonly rpc: string;
  readonly text: string;
  readonly alias?: string;
  /** Fields that are positional arguments, as shown in the usage. Default: those of the HTTP path. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Differences between options and their fields. False for a field without an option. */
  readonly flags?: Readonly<Record<string, Flag | false>>;
  /** Switches that are not fields, with their help. */
  readonly switches?: Readonly<Record<string, string>>;
  /** Completes the request made from the arguments and flags. */
  readonly adjust?: (request: Partial<Request>) => object;
  readonly examples?: readonly string[];
  /** Runs the command if the rpc call alone is not enough. */
  readonly run?: () => Promise<(session: Session, request: Request, options: GlobalOptions) => Promise<void>>;
  /** Field of the answer that contains the items. */
  readonly items?: string;
  /** Maximum items per page. If set, all pages are read. */
  readonly pageSize?: number;
  /** Whether to print the whole answer as JSON, not only its items. */
  readonly isWhole?: true;
  /** Cells by column title: a field of the item, or a computed value. Titles of spaces are not shown. */
  readonly columns?: Readonly<Record<string, Cell<Item>>>;
  /** Formats the answer in one line. Default: its message, if it has one. */
  readonly line?: (answer: Answer) => string;
  /** Selects the fields to show. Default: all of the answer. */
  readonly fields?: (answer: Answer) => object;
  /** Message printed after the result. */
  readonly note?: string;
}

type Cell<I> = (keyof I & string) | ((item: I) => unknown);

/** Command with the types of its rpc. */
export type CommandOf<R extends Rpc, F extends string> = RpcCommand<
  Request<Call<R>>,
  Answer<Call<R>>,
  Item<Answer<Call<R>>, F>
> & { readonly rpc: R; readonly items?: F };

/** Command whose types were checked where it is defined. */
export type AnyCommand = RpcCommand<never, never, never>;

/** Field of a request in the contract. */
export interface RpcField {
  readonly name: string;
  readonly isPath?: true;
  /** Default: text. */
  readonly type?: "boolean" | "integer" | "number" | "object";
  readonly isList?: true;
  readonly choices?: readonly string[];
  readonly minimum?: number;
  /** Comment in the contract, for a line of help. */
  readonly text: string;
}
