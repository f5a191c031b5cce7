import type { Breaches } from "../breaches.ts";
import type { Api } from "../clients/api.ts";
import { isGoing, type Ledger } from "../ledger.ts";
import { type QueryAnswer, SEARCH_MODES } from "../resources.ts";
import type { Inventory } from "./settle.ts";

const EVERYTHING = "lantern compass ledger password report limits and settings";

/** At rest: every document is found by its word, and no search gives anything that is not there. */
export const checkSearches = async (
  api: Api,
  ledger: Ledger,
  breaches: Breaches,
  inventory: Inventory,
): Promise<void> => {
  const ids = new Set([...inventory.values()].flat().map(({ id }) => id));
  const vectors = new Set(ledger.liveVectors.map(({ id }) => id));
  for (const name of inventory.keys()) {
    for (const search_mode of SEARCH_MODES) {
      const json = { query: EVERYTHING, search_mode, top_k: 1_000 };
      const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${name}/query`, { json });
      for (const { id, document_id } of answer?.body.results ?? []) {
        if (!ids.has(document_id) && !vectors.has(id))
          breaches.add("a search gives what is not there", `${name}: ${id}`);
      }
    }
  }
  for (const known of ledger.documents.values()) {
    if (isGoing(known) || known.token === undefined) continue;
    const json = { query: known.token, search_mode: "keyword", top_k: 10 };
    const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${known.collection.name}/query`, { json });
    const holders = answer?.body.results.filter(({ text }) => text.includes(known.token!)) ?? [];
    if (holders.length !== 1 || holders[0]!.document_id !== known.id) {
      const told = `${known.filename} (${known.id}), reprocessed ${known.reprocessed} times: ${holders.length} passages`;
      breaches.add("a document is not found by its word, once", told);
    }
  }
};
