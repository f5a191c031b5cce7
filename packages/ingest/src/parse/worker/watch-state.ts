/** Indexes of the numbers shared between a process and the thread that watches it. */
export const STATE = 0;
/** Megabytes of resident memory. */
export const LIMIT = 1;

/** Values of `STATE`. */
export const IDLE = 0;
export const WATCHING = 1;
