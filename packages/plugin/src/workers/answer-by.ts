import type { ReceivedCall, Transferred } from "./serve-calls.ts";

/** Handlers of a thread's calls, by the call's method. */
export type CallHandlers = Readonly<Record<string, (parameters: never) => unknown>>;

/** The methods that these handlers make: what moves arrives as its value. */
export type MethodsOf<Handlers extends CallHandlers> = {
  readonly [Name in keyof Handlers]: (
    parameters: Parameters<Handlers[Name]>[0],
  ) => Awaited<ReturnType<Handlers[Name]>> extends Transferred<infer Value>
    ? Value
    : Awaited<ReturnType<Handlers[Name]>>;
};

/** Answers a call that somebody waits for by what `run` gives, or throws, now or later. */
export const answerWith =
  (run: (call: ReceivedCall) => unknown) =>
  (call: ReceivedCall): void => {
    try {
      call.checkpoint();
      const result = run(call);
      if (result instanceof Promise) result.then(call.answer).catch(call.fail);
      else call.answer(result);
    } catch (error) {
      call.fail(error);
    }
  };

export const answerBy = (handlers: CallHandlers): ((call: ReceivedCall) => void) =>
  answerWith(({ method, parameters }) => handlers[method]!(parameters as never));
