import { describeValue, invalidArgument } from "@quarry/plugin/domain";
import type { CallContext } from "./handler.ts";

const HEADER = "if-match";

const TAG = /^"([^"]*)"$/;

/** Returns the entity tag of a document's state; it differs for every state. */
export const entityTagOf = (updatedAt: string): string => `"${updatedAt}"`;

/** Returns the state in the caller's `If-Match`, as its `updated_at`; undefined if any state is accepted. */
export const ifMatchOf = (context: CallContext): string | undefined => {
  const header = context.header(HEADER)?.trim();
  if (header === undefined || header === "*") return undefined;
  const updatedAt = TAG.exec(header)?.[1];
  if (updatedAt === undefined) {
    throw invalidArgument(`If-Match: must be one ETag of a document in its quotes, or *, got ${describeValue(header)}`);
  }
  return updatedAt;
};
