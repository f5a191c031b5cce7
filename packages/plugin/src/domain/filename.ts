import { MAX_FILENAME_BYTES } from "./limits.ts";

// C0 and C1 controls, the bidirectional overrides that make "exe.pdf" read as "fdp.exe", and invisible characters, with
// which two names that look alike would differ. Joiners stay, because words of Persian and Hindi are spelt with them.
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const encoder = new TextEncoder();

/**
 * Returns the name under which an upload is stored: base name only, control characters removed, at most 255 bytes of
 * UTF-8 with the extension preserved. It is shown to people and never used as a path. Empty if nothing is left.
 */
export const cleanFilename = (input: string): string => {
  const base = input.slice(Math.max(input.lastIndexOf("/"), input.lastIndexOf("\\")) + 1);
  const name = base.replace(UNSAFE, "").toWellFormed().trim();
  if (name === "" || name === "." || name === "..") return "";
  return shorten(name);
};

const shorten = (name: string): string => {
  if (encoder.encode(name).length <= MAX_FILENAME_BYTES) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : "";
  let stem = extension === "" ? name : name.slice(0, dot);
  const capacity = MAX_FILENAME_BYTES - encoder.encode(extension).length;
  stem = stem.slice(0, capacity);
  while (encoder.encode(stem).length > capacity) stem = stem.slice(0, -1);
  return stem.toWellFormed().replace(/\ufffd$/, "") + extension;
};
