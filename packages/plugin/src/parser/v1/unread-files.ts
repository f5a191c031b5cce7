/** Number of files named in a warning: the first few show what a file contains, and hundreds add nothing. */
const MAX_NAMED = 10;
const MAX_NAME = 80;

/**
 * Returns the warnings for a file that contains others (attachments, packages) that are not parsed; none without names.
 */
export function unreadFiles(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const named = names
    .slice(0, MAX_NAMED)
    .map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name))
    .join(", ");
  if (names.length === 1)
    return [`A file within this one was not read: ${named}. Upload it by itself to make it searchable.`];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return [
    `${names.length} files within this one were not read: ${named}${more}. Upload them by themselves to make them searchable.`,
  ];
}
