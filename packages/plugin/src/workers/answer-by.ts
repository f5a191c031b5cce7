import type { ReceivedCall, Transferred } from "./serve-calls.ts";

/** Handlers of a thread's calls, by method name. */
export type CallHandlers = Readonly<Record<string, (parameters: never) => unknown>>;

/** Methods that these handlers implement; a `Transferred` result arrives as its value. */
export type MethodsOf<Handlers extends CallHandlers> = {
  readonly [Name in keyof Handlers]: (
    parameters: Parameters<Handlers[Name]>[0],
  ) => Awaited<ReturnType<Handlers[Name]>> extends Transferred<infer Value>
    ? Value
    : Awaited<ReturnType<Handlers[Name]>>;
};

/**
 * Answers a call, unless it was abandoned, with the result or error of `run`, which can be synchronous or asynchronous.
 */
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
