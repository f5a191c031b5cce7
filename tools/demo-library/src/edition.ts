/**
 * The moment every file of the library says it was made at. Fixed, so that building again gives the same bytes and a
 * changed byte in a review means changed content.
 */
export const EDITION_DATE = new Date(Date.UTC(2026, 10, 20, 10, 0, 0));

/** The same moment as OOXML core properties write it. */
export const EDITION_TIMESTAMP = "2026-11-20T10:00:00Z";
