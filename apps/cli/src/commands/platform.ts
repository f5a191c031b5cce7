import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { CollectionStatsSchema, PlatformStatsSchema, UsageDaySchema } from "@quarry/api";
import { UsageGroup } from "@quarry/client/types";
import { plain } from "../output/plain.ts";
import { printFields, printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

export const stats = (collection: string | undefined, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    if (collection === undefined) {
      const counts = await client.platform.getPlatformStats({}, { signal });
      print(PlatformStatsSchema, counts, () => printFields(terminal, flat(plain(PlatformStatsSchema, counts))));
    } else {
      const counts = await client.collections.getCollectionStats({ name: collection }, { signal });
      print(CollectionStatsSchema, counts, () => printFields(terminal, flat(plain(CollectionStatsSchema, counts))));
    }
  });

/** Flattens nested objects into dotted keys: `documents.ready`. */
const flat = (value: JsonValue, path = ""): JsonObject => {
  const fields: JsonObject = {};
  for (const [name, item] of Object.entries(value as JsonObject)) {
    if (typeof item === "object" && item !== null) Object.assign(fields, flat(item, `${path}${name}.`));
    else fields[path + name] = item;
  }
  return fields;
};

export interface UsageOptions extends GlobalOptions {
  readonly by: "collection" | "key";
  readonly from?: string;
  readonly to?: string;
}

export const usage = ({ by, from, to, ...options }: UsageOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const groupBy = by === "key" ? UsageGroup.KEY : UsageGroup.COLLECTION;
    const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const { days, total } = await client.platform.getUsage({ groupBy, ...range }, { signal });
    if (total > days.length)
      terminal.note(`the first ${days.length} of ${total}: narrow --from and --to for the others`);
    print(UsageDaySchema, days, () => {
      const rows = days.map(({ day, group, requests, queries, embeddedTokens, storedBytes }) =>
        [day, group, requests, queries, embeddedTokens ?? "", storedBytes ?? ""].map(String),
      );
      printTable(terminal, ["DAY", by.toUpperCase(), "REQUESTS", "QUERIES", "TOKENS", "BYTES"], rows);
    });
  });
