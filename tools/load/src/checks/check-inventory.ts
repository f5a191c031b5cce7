import type { Breaches } from "../breaches.ts";
import { isGoing, type Ledger } from "../ledger.ts";
import type { Document } from "../resources.ts";
import type { Inventory } from "./settle.ts";

/** What got 201 and was not deleted is there once and ended as its file deserves; what was deleted is not there. */
export const checkInventory = (ledger: Ledger, breaches: Breaches, inventory: Inventory): void => {
  const found = new Map<string, Document>();
  for (const document of [...inventory.values()].flat()) {
    if (found.has(document.id)) breaches.add("a document is listed twice", document.id);
    found.set(document.id, document);
    if (!ledger.documents.has(document.id)) breaches.add("a document nobody was told of", JSON.stringify(document));
  }
  for (const known of ledger.documents.values()) {
    const document = found.get(known.id);
    const isDeleted = known.deletedAt !== undefined || known.collection.deletedAt !== undefined;
    if (isDeleted && document !== undefined) breaches.add("a deleted document is there", known.id);
    if (!isGoing(known) && document === undefined)
      breaches.add("a document is lost", `${known.filename} (${known.id})`);
    if (document === undefined) continue;
    const expected = known.isBroken ? "failed" : "ready";
    if (document.status !== expected) {
      const told = `${document.filename} (${document.id}) is ${document.status}: ${document.error_message}`;
      breaches.add(`a document should be ${expected}`, told);
    }
    if (document.filename !== known.filename || document.file_size !== known.bytes) {
      breaches.add("a document is another than was sent", JSON.stringify(document));
    }
  }
  for (const { name, deletedAt, deletingSince } of ledger.collections) {
    if (deletedAt !== undefined && inventory.has(name)) breaches.add("a deleted collection is there", name);
    if (deletingSince === undefined && !inventory.has(name)) breaches.add("a collection is lost", name);
  }
};
