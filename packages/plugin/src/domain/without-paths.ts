/** Quoted paths, which can contain spaces. Bare paths end at the next space. */
const QUOTED = /(["'`])((?:file:\/\/)?(?:\/(?!\/)|\\\\|[a-z]:[\\/])[^"'`\n]+)\1/gi;
/** Bare paths. After a letter, a dot or a slash the match would be the end of a URL, or of a path from elsewhere. */
const BARE = /(?<![\w.~/\\\]-])(?:file:\/\/)?(?:\/(?!\/)|\\\\|[a-z]:[\\/])[^\s"'`<>|(),;:]+/gi;
/** Names of API routes, which are not secret and help explain the error. */
const INTERFACE = /^(?:v\d+|api|_\w+)$/i;

/** Removes file locations on this machine from a text for callers: replaces each absolute path by its last segment. */
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
