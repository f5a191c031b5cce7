/**
 * Normalises the name of an entry to the form used by relationships: some writers use backslashes or a leading slash.
 * Returns undefined for folders and for paths outside of the archive, which nothing refers to.
 */
export function normalName(bytes: Buffer): string | undefined {
  // Names of parts are ASCII. Entries with other names are never found.
  const name = bytes.toString("utf8").replaceAll("\\", "/").replace(/^\/+/, "");
  if (name === "" || name.endsWith("/") || name.split("/").includes("..")) return undefined;
  return name;
}
