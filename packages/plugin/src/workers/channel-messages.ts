/** A call on its way to a thread; where `call` is 0, nobody waits for an answer. */
export interface CallMessage {
  readonly call: number;
  readonly method: string;
  readonly parameters: unknown;
}

/** Why a call failed, as it travels between threads: no prototype survives that, and the reason is what callers act on. */
export interface CallFailure<Reason extends string = string> {
  readonly reason: Reason;
  readonly message: string;
}

export type Reply =
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly failure: CallFailure };

/** Question of a thread to the one that started it, whose answer it needs to go on with a call. */
export interface Question {
  readonly question: number;
  readonly value: unknown;
}

/** The answer to a question; `call` is the question's number. */
export interface Answer {
  readonly answer: Reply;
}

/** A call whose answer waits for another thread. */
export interface Waiting {
  readonly waiting: number;
}

/** Sent instead of a call: finish what was begun, and end. */
export const CLOSE = "close";

export type ToThread = CallMessage | readonly CallMessage[] | Answer | typeof CLOSE;
export type FromThread = Reply | readonly Reply[] | Question | Waiting;

/** Methods of a thread: parameters and result by name. */
export type ThreadMethods<Methods> = {
  readonly [Name in keyof Methods]: (parameters: never) => unknown;
};
