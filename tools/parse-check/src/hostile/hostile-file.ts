/** A file that is broken or meant to do harm. */
export interface HostileFile {
  /** What is wrong with it, unique. */
  readonly what: string;
  readonly group: HostileGroup;
  readonly filename: string;
  /** Made when needed: some are large. */
  readonly make: () => Uint8Array | Promise<Uint8Array>;
  /** How its document has to end; `either` where both are right. */
  readonly ends: "failed" | "ready" | "either";
  /** What the message of a failed one must speak of. */
  readonly message?: RegExp;
  /** What its text may never hold. */
  readonly forbidden?: RegExp;
  /** Small and read within a second or so: part of `npm test`. */
  readonly quick?: boolean;
}

export type HostileGroup =
  | "amplifiers"
  | "bombs"
  | "entities"
  | "nesting"
  | "truncated"
  | "misnamed"
  | "encrypted"
  | "pictures"
  | "pdf"
  | "sheets"
  | "packages"
  | "text"
  | "markup";

/** Adds the group to the files of a list. */
export const inGroup = (group: HostileGroup, files: readonly Omit<HostileFile, "group">[]): readonly HostileFile[] =>
  files.map((file) => ({ ...file, group }));
