/**
 * Characters that move a terminal's cursor or change the direction of the text after them; line breaks and tabs are
 * excluded. A class of single characters, so each character costs one test.
 */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Escapes control characters in untrusted text for display in a terminal, so that it can't affect the text around it.
 */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
