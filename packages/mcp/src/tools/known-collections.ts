import { DomainError, limits } from "@quarry/plugin/domain";
import type { Library } from "../library.ts";
import { MAX_NAMES } from "./bounds.ts";

/**
 * Runs a read of collections. If one of them does not exist, or is not visible to the caller, the error lists the
 * available ones, so that a model can continue with one of these.
 */
export const amongKnown = async <A>(
  library: Library,
  names: readonly string[],
  signal: AbortSignal,
  run: () => Promise<A>,
): Promise<A> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError) || !["not_found", "permission_denied"].includes(error.code)) throw error;
    const { items, total } = await library.listCollections({ limit: limits.MAX_PAGE_SIZE, offset: 0 }, signal);
    const known = items.map(({ name }) => name);
    // All collections exist: something else is missing, such as a document.
    if (names.every((name) => known.includes(name))) throw error;
    throw new DomainError({ code: error.code, message: `${error.message}. ${describeCollections(known, total)}` });
  }
};

const describeCollections = (names: readonly string[], total: number): string => {
  if (names.length === 0) return "There are no collections that this key can see";
  const reported = names.slice(0, MAX_NAMES);
  const more = total - reported.length;
  return `Collections that this key can see: ${reported.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};
