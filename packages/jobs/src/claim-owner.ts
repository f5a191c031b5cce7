/** Separates the worker process from the number of the claim. */
const SEPARATOR = "#";
const AFTER_SEPARATOR = "$";

/** A different owner for every claim: a process that lost a lease and claims the job again must not pass for the first. */
export const claimOwner = (owner: string, claim: number): string => `${owner}${SEPARATOR}${claim}`;

/** The range that holds every claim of this worker process. */
export const ownersOf = (owner: string): { readonly from: string; readonly before: string } => ({
  from: owner + SEPARATOR,
  before: owner + AFTER_SEPARATOR,
});
