const TAIL_CHARACTERS = 6_000;

/** Returns the end of a log that can be long. */
export const tail = (text: string): string =>
  text.length <= TAIL_CHARACTERS ? text : `…${text.slice(-TAIL_CHARACTERS)}`;
