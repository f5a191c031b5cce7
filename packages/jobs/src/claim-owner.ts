/** Separates the worker process from the number of the claim. */
const SEPARATOR = "#";
const AFTER_SEPARATOR = "$";

/**
 * Builds a distinct owner for every claim (fencing token): a process that lost a lease and claims the job again must
 * not pass for the previous owner.
 */
export const claimOwner = (owner: string, claim: number): string => `${owner}${SEPARATOR}${claim}`;

/** Range of the owners of all claims of this worker process. */
export const ownersOf = (owner: string): { readonly from: string; readonly before: string } => ({
  from: owner + SEPARATOR,
  before: owner + AFTER_SEPARATOR,
});
