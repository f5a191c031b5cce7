import { setTimeout as sleep } from "node:timers/promises";
import { OperationSchema } from "@quarry/api";
import { type GetOperationRequest, type Operation, OperationState, type WorkAnswer } from "@quarry/client/types";
import type { QuarryClient } from "@quarry/client";
import { PartialFailure } from "../failures.ts";
import { lineOf } from "../rpc/rpc-commands.ts";
import type { Session } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

const VERBS = { deleted: "deleted", queued: "queued for reprocessing", updated: "updated" } as const;

/** Milliseconds between two polls of an operation's progress. */
const POLL_MS = 1_000;

/** Shows an operation. With `wait`, shows it after it has ended. */
export const showOperation = async (
  session: Session,
  { id }: GetOperationRequest,
  { wait }: GlobalOptions & { readonly wait?: boolean },
): Promise<void> => {
  const { client, print, terminal, signal } = session;
  const operation =
    wait === true ? await waitForOperation(session, id) : await client.operations.getOperation({ id }, { signal });
  print(OperationSchema, operation, () => terminal.print(lineOf(operation)));
};

type WorkResult = Pick<WorkAnswer, "matched" | "done" | "errors" | "operation">;

/** Reports the result of work on many documents or entries. If it is an operation, waits until it has ended. */
export const reportWork = async (
  session: Session,
  action: keyof typeof VERBS,
  answer: WorkResult,
  items: "documents" | "entries" = "documents",
): Promise<void> => {
  const { isJson, printJson, terminal } = session;
  const { matched, operation } = answer;
  const last = operation && (await waitForOperation(session, operation.id));
  const done = last?.done ?? answer.done;
  const errors = (last?.errors ?? answer.errors).map(({ documentId, error }) => ({ id: documentId, error }));
  if (isJson) printJson({ matched, [action]: done ?? 0, errors, operation: last?.id ?? null });
  else if (done === undefined) terminal.print(`${matched} ${items} match; nothing was changed`);
  else terminal.print(`${done} of ${matched} ${items} ${VERBS[action]}`);
  for (const { id, error } of errors) terminal.note(`${id}: ${error}`);
  if (errors.length > 0) throw new PartialFailure("");
};

export const waitForOperation = async (
  { client, isJson, terminal, signal }: { client: QuarryClient } & Pick<Session, "isJson" | "terminal" | "signal">,
  id: string,
): Promise<Operation> => {
  if (!isJson) terminal.note(`operation ${id} continues in the service`);
  for (;;) {
    const operation = await client.operations.getOperation({ id }, { signal });
    if (operation.state !== OperationState.RUNNING) return operation;
    await sleep(POLL_MS, undefined, { signal });
  }
};
