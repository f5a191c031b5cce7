/**
 * Maximum milliseconds that a busy machine may take to send the service a time that must still be in the future when it
 * arrives.
 */
const TOLD_WITHIN_MS = 6_000;

/** Returns a time that a test waits for, in the API's format. */
export const soon = (): string => new Date(Date.now() + TOLD_WITHIN_MS).toISOString();
