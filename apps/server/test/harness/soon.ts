/** How long a busy machine may take to tell the service of a moment that has to lie in the future when it is told. */
const TOLD_WITHIN_MS = 6_000;

/** A moment that a test waits for, as the API takes it. */
export const soon = (): string => new Date(Date.now() + TOLD_WITHIN_MS).toISOString();
