import type { Filter } from "@quarry/plugin/domain";
import { compileFacts } from "@quarry/plugin";
import type { FactQuery } from "@quarry/api/plugin";
import { fieldQueryMessage } from "../wire/fact-query-message.ts";
import { hostFilterJson } from "../wire/host-filter.ts";
import type { RemoteVectorStoreCapabilities } from "./vector-store-contract.ts";

/** Filter in the form sent to a peer. */
export interface WireFilter {
  /** Fields of the request. */
  readonly fields: { readonly query?: FactQuery; readonly hostFilterJson?: string };
  /** Filter to evaluate here, on the peer's results. */
  readonly residual?: Filter;
}

export const wireFilter = (
  filter: Filter | undefined,
  { takesHostFilters }: RemoteVectorStoreCapabilities,
): WireFilter => {
  if (filter === undefined) return { fields: {} };
  if (takesHostFilters) return { fields: { hostFilterJson: hostFilterJson(filter) } };
  const { query, residual } = compileFacts(filter);
  return { fields: { query: fieldQueryMessage(query) }, ...(residual !== undefined && { residual }) };
};
