/**
 * Characters that move a terminal's cursor or turn the direction of the text behind them; line breaks and tabs are
 * kept. A class of single characters, so that it costs one look at each.
 */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text of somebody else, fit to be shown in a terminal: nothing in it can act on what stands beside it. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
