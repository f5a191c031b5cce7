import type { MessageInitShape } from "@bufbuild/protobuf";
import { type GetUsageRequest, UsageGroup, type UsageDaySchema } from "@quarry/api";
import { describeValue, invalidArgument, limits } from "@quarry/plugin/domain";
import { keyOf } from "@quarry/search";
import type { UsageDay, UsageRequest } from "@quarry/store";
import type { CallContext } from "./handler.ts";

const MS_PER_DAY = 86_400_000;
const DEFAULT_DAYS = 30;

/**
 * Restricts a usage request to groups that the caller may see: the collections of its key; among keys only its own, or
 * all for an admin.
 */
export const usageRequestOf = (
  request: GetUsageRequest,
  { principal }: Pick<CallContext, "principal">,
): UsageRequest => {
  const toDay = request.to === undefined ? Math.floor(Date.now() / MS_PER_DAY) : dayOf(request.to, "to");
  const fromDay = request.from === undefined ? toDay - DEFAULT_DAYS + 1 : dayOf(request.from, "from");
  const { name, scope, collections } = principal!;
  const isOfKeys = request.groupBy === UsageGroup.KEY;
  const isForAll = scope === "admin" && collections === undefined;
  const groups = isOfKeys ? (isForAll ? undefined : [keyOf(name)]) : collections && [...collections];
  return {
    ...{ grouping: isOfKeys ? "key" : "collection", fromDay, toDay, groups },
    ...{ limit: request.limit ?? limits.MAX_PAGE_SIZE, offset: request.offset ?? 0 },
  };
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (text: string, field: string): number => {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) {
    throw invalidArgument(`${field}: must be a day such as 2026-11-20, got ${describeValue(text)}`);
  }
  return time / MS_PER_DAY;
};

export const toUsageDay = (day: UsageDay): MessageInitShape<typeof UsageDaySchema> => ({
  day: new Date(day.day * MS_PER_DAY).toISOString().slice(0, 10),
  group: day.group,
  requests: BigInt(day.requests),
  queries: BigInt(day.queries),
  ...(day.storedBytes !== null && { storedBytes: BigInt(day.storedBytes), embeddedTokens: BigInt(day.embeddedTokens) }),
});
