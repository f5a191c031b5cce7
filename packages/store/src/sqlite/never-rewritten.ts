/** In use the metadata database is not rewritten: that would hold up the main thread, which writes it. */
export const NEVER_REWRITTEN = -1;
