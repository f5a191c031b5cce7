import { describeValue, invalidArgument } from "@quarry/plugin/domain";
import type { CallContext } from "./handler.ts";

const HEADER = "if-match";

const TAG = /^"([^"]*)"$/;

/** The tag of a document's state: other ones have others. */
export const entityTagOf = (updatedAt: string): string => `"${updatedAt}"`;

/** The state that the caller's `If-Match` names, as its `updated_at`; undefined where any will do. */
export const ifMatchOf = (context: CallContext): string | undefined => {
  const header = context.header(HEADER)?.trim();
  if (header === undefined || header === "*") return undefined;
  const updatedAt = TAG.exec(header)?.[1];
  if (updatedAt === undefined) {
    throw invalidArgument(`If-Match: must be one ETag of a document in its quotes, or *, got ${describeValue(header)}`);
  }
  return updatedAt;
};
