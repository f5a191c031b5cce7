/** Version of how postings are stored in the database. With any other one they are rebuilt from the texts. */
export const DATABASE_POSTINGS_VERSION = 5;

// States of a segment.
/** A merge writes it; nobody reads it. */
export const BUILDING = 0;
export const LIVE = 1;
/** It is merged into another; its blocks stay for a while, for those who read it at the time. */
export const DEAD = 2;
