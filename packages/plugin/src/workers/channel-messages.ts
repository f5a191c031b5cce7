/** Message that calls a method of a thread. If `call` is 0, no caller waits for a reply. */
export interface CallMessage {
  readonly call: number;
  readonly method: string;
  readonly parameters: unknown;
}

/**
 * Failure of a call in the form that is sent between threads: a prototype is lost on the way, and callers act on the
 * reason.
 */
export interface CallFailure<Reason extends string = string> {
  readonly reason: Reason;
  readonly message: string;
}

export type Reply =
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly failure: CallFailure };

/** Request of a thread to its parent thread; it needs the answer to continue with a call. */
export interface Question {
  readonly question: number;
  readonly value: unknown;
}

/** Answer to a `Question`; `call` is the question's number. */
export interface Answer {
  readonly answer: Reply;
}

/** Notice that the reply to a call waits for another thread. */
export interface Waiting {
  readonly waiting: number;
}

/** Sent instead of a call: finish all pending work, and end. */
export const CLOSE = "close";

export type ToThread = CallMessage | readonly CallMessage[] | Answer | typeof CLOSE;
export type FromThread = Reply | readonly Reply[] | Question | Waiting;

/** Methods of a thread: parameters and result by name. */
export type ThreadMethods<Methods> = {
  readonly [Name in keyof Methods]: (parameters: never) => unknown;
};
