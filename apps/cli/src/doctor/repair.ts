import { type IndexChange, type NamedItems, ChangeKind } from "@quarry/client/types";
import { followChange, hasSwitched, isOpen } from "../commands/follow-change.ts";
import { PartialFailure } from "../failures.ts";
import { counted, visible } from "../output/text.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

/** Repairs the indexes of these collections through a service, one by one, and reports the result of each. */
export const repairAll = (names: readonly string[], options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const repaired: unknown[] = [];
    let failures = 0;
    for (const name of names) {
      const change = await followChange(session, await startRepair(session, name), "repaired");
      const lines = linesOf(change);
      if (!hasSwitched(change) || lines.some(({ isLoss }) => isLoss)) failures += 1;
      repaired.push({ collection: name, state: change.state, notes: lines.map(({ text }) => text) });
      if (session.isJson) continue;
      const how = hasSwitched(change) ? "its index is rebuilt" : `not repaired: ${change.error ?? change.state}`;
      session.terminal.print(`${name}: ${visible(how)}`);
      for (const { text } of lines) session.terminal.print(`  ${visible(text)}`);
    }
    if (session.isJson) session.printJson(repaired);
    if (failures > 0) throw new PartialFailure(`${counted(failures, "collection")} not fully repaired`);
  });

/** Starts a repair, or returns the one already in progress. */
const startRepair = async ({ client, signal }: Session, collectionName: string): Promise<IndexChange> => {
  const { changes } = await client.changes.listChanges({ collectionName, limit: 1 }, { signal });
  const open = changes.find((change) => isOpen(change) && change.kind === ChangeKind.REPAIR);
  return open ?? client.changes.startChange({ collectionName, repair: true }, { signal });
};

interface Line {
  readonly text: string;
  readonly isLoss: boolean;
}

const line = (isShown: boolean, text: string, isLoss: boolean): readonly Line[] => (isShown ? [{ text, isLoss }] : []);

const linesOf = ({ repair }: IndexChange): readonly Line[] => {
  if (repair === null) return [];
  const { restoredDocuments, lostDocuments, remadeVectors, lostVectors, hasUnnamed } = repair;
  return [
    ...line(
      restoredDocuments > 0,
      `chunks of ${counted(restoredDocuments, "document")} rebuilt from their originals`,
      false,
    ),
    ...line(
      countOf(remadeVectors) > 0,
      `${counted(countOf(remadeVectors), "vector")} written by clients embedded again from their texts: ${idsOf(remadeVectors)}`,
      false,
    ),
    ...line(
      countOf(lostDocuments) > 0,
      `chunks of ${counted(countOf(lostDocuments), "document")} lost, upload them again: ${idsOf(lostDocuments)}`,
      true,
    ),
    ...line(
      countOf(lostVectors) > 0,
      `${counted(countOf(lostVectors), "vector")} written by clients lost, write them again: ${idsOf(lostVectors)}`,
      true,
    ),
    ...line(hasUnnamed, "vectors written by clients may be lost: their ids are unknown", false),
  ];
};

const countOf = (items: NamedItems | undefined): number => items?.count ?? 0;

const idsOf = (items: NamedItems | undefined): string => {
  const ids = items?.ids ?? [];
  const rest = countOf(items) - ids.length;
  return [...ids, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
};
