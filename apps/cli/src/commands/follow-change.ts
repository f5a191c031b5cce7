import { setTimeout as sleep } from "node:timers/promises";
import { ChangeState, type IndexChange } from "@quarry/client/types";
import { CancelledError } from "@quarry/client";
import { bar } from "../output/bar.ts";
import type { Session } from "../session.ts";

const POLL_MS = 500;

export const isOpen = ({ state }: IndexChange): boolean =>
  state === ChangeState.RESTORING || state === ChangeState.BUILDING || state === ChangeState.VERIFYING;

/** Whether the new index answers queries. */
export const hasSwitched = ({ state }: IndexChange): boolean =>
  state === ChangeState.SWITCHED || state === ChangeState.DONE;

/** Shows the progress of a change while it is open. Ctrl-C leaves it running. */
export const followChange = async (
  { client, terminal, signal }: Session,
  started: IndexChange,
  target: string,
): Promise<IndexChange> => {
  const { id, collection } = started;
  let change = started;
  let reported = "";
  try {
    while (isOpen(change)) {
      const noun = change.state === ChangeState.RESTORING ? "documents" : "chunks";
      const counts = `${change.doneCount} of ${change.totalCount} ${noun}`;
      terminal.status(`${collection} → ${target} ${bar(change.progress)}  ${change.state}, ${counts}`);
      // Without a terminal to redraw, each new state is printed on a line of its own.
      if (!terminal.isInteractive && reported !== change.state) {
        terminal.note(`${collection}: ${change.state}, ${counts}`);
        reported = change.state;
      }
      await sleep(POLL_MS, undefined, { signal });
      change = await client.changes.getChange({ collectionName: collection, id }, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CancelledError(
      `the change continues in the service: quarry change show ${collection} ${id} shows its progress, quarry change cancel ${collection} ${id} ends it`,
    );
  }
  return change;
};
