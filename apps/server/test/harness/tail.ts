const TAIL_CHARACTERS = 6_000;

/** End of a log that may be long. */
export const tail = (text: string): string =>
  text.length <= TAIL_CHARACTERS ? text : `…${text.slice(-TAIL_CHARACTERS)}`;
