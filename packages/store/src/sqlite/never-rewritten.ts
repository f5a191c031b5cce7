/**
 * Disables rewriting of the metadata database while it is in use: that would block the main thread, which writes it.
 */
export const NEVER_REWRITTEN = -1;
