import { type CallContext, permissionDenied } from "./handler.ts";

/**
 * Throws if the key is limited to certain collections, for calls on the whole service: they would access, or reveal,
 * others.
 */
export const refuseLimitedKey = ({ principal }: Pick<CallContext, "principal">): void => {
  if (principal?.collections === undefined) return;
  throw permissionDenied("This needs a key for all collections, got one that is limited to some");
};
