/**
 * The name of an archive's entry as relationships refer to it: some writers use backslashes or begin it with a slash.
 * Undefined for folders and for names that lead out of the archive; nothing refers to those.
 */
export function normalName(bytes: Buffer): string | undefined {
  // Names of parts are ASCII; whatever else stands there is found by nobody.
  const name = bytes.toString("utf8").replaceAll("\\", "/").replace(/^\/+/, "");
  if (name === "" || name.endsWith("/") || name.split("/").includes("..")) return undefined;
  return name;
}
