import { type MessagePort, type Transferable, workerData } from "node:worker_threads";
import { type Checkpoint, checkpointOf, GivenUpRequests } from "../../given-up-requests.ts";
import { PassageIndexError } from "../../passage-index-error.ts";
import { CLOSE, type Envelope, type Question, type QuestionReply, type Reply } from "../../protocol.ts";
import { toPassageIndexError } from "../../sqlite/sqlite-failure.ts";

/** What a worker answers, and what of it may be handed over instead of copied. */
export interface Answer {
  readonly value: unknown;
  readonly transfer?: readonly Transferable[];
}

/** Asks the thread that started this worker. */
export type Ask = (question: unknown) => Promise<unknown>;

/** Answers messages by `run`, several at a time while some of them wait. Ends after the last one when it is told to. */
export const answerMessages = <Operation>(
  port: MessagePort,
  run: (operation: Operation, ask: Ask, checkpoint: Checkpoint) => Promise<Answer>,
): void => {
  const givenUp = GivenUpRequests.ofWorker(workerData);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: PassageIndexError) => void }>();
  let lastQuestion = 0;
  let running = 0;
  let isClosing = false;

  const ask: Ask = (value) =>
    new Promise((resolve, reject) => {
      const question = ++lastQuestion;
      waiting.set(question, { resolve, reject });
      port.postMessage({ question, value } satisfies Question);
    });

  const settle = ({ answerTo, reply }: QuestionReply): void => {
    const asker = waiting.get(answerTo);
    waiting.delete(answerTo);
    if (reply.ok) asker?.resolve(reply.value);
    else asker?.reject(new PassageIndexError({ reason: reply.reason, message: reply.message }));
  };

  const answer = async ({ id, operation }: Envelope<Operation>): Promise<void> => {
    running++;
    try {
      const checkpoint = checkpointOf(givenUp, id);
      checkpoint();
      const { value, transfer } = await run(operation, ask, checkpoint);
      port.postMessage({ id, ok: true, value } satisfies Reply, [...(transfer ?? [])]);
    } catch (error) {
      const { reason, message } = toPassageIndexError(error);
      port.postMessage({ id, ok: false, reason, message } satisfies Reply);
    }
    running--;
    if (isClosing && running === 0) port.close();
  };

  port.on("message", (message: Envelope<Operation> | QuestionReply | typeof CLOSE) => {
    if (message === CLOSE) {
      isClosing = true;
      if (running === 0) port.close();
    } else if ("answerTo" in message) settle(message);
    else void answer(message);
  });
};
