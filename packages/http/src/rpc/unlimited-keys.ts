import { DomainError } from "@quarry/plugin/domain";
import type { CallContext } from "./handler.ts";

/** Refuses a key that is limited to collections what concerns the whole service: it would reach, or learn of, others. */
export const refuseLimitedKey = ({ principal }: Pick<CallContext, "principal">): void => {
  if (principal?.collections === undefined) return;
  throw new DomainError({
    code: "permission_denied",
    message: "This needs a key for all collections, got one that is limited to some",
  });
};
