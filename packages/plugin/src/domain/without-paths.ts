/** In quotes, where blanks belong to it, and bare, where it ends with the next blank. */
const QUOTED = /(["'`])((?:file:\/\/)?(?:\/(?!\/)|\\\\|[a-z]:[\\/])[^"'`\n]+)\1/gi;
/** Bare paths. Behind a letter, a dot or a slash it would be the end of an address, or of a path from elsewhere. */
const BARE = /(?<![\w.~/\\\]-])(?:file:\/\/)?(?:\/(?!\/)|\\\\|[a-z]:[\\/])[^\s"'`<>|(),;:]+/gi;
/** Names that servers give their interfaces, which are no secret and say what went wrong. */
const INTERFACE = /^(?:v\d+|api|_\w+)$/i;

/** Text for callers, with nothing of where files lie on the machine: of each absolute path only its last part stays. */
export const withoutPaths = (text: string): string =>
  text
    .replace(QUOTED, (_, quote: string, path: string) => `${quote}${lastOf(path)}${quote}`)
    .replace(BARE, (path) => lastOf(path));

const lastOf = (path: string): string => {
  const parts = path
    .replace(/^file:\/\//i, "")
    .split(/[\\/]/)
    .filter(Boolean);
  return parts.length < 2 || INTERFACE.test(parts[0]!) ? path : `…/${parts.at(-1)}`;
};
