import { describeValue } from "@quarry/plugin/domain";
import { invalid } from "./problems.ts";

const PREFIXES = {
  vector_store_id: "vs_",
  file_id: "file-",
  batch_id: "vsfb_",
  upload_id: "upload_",
  part_id: "part_",
} as const;

export type IdKind = keyof typeof PREFIXES;

/** The id within one of OpenAI's. Throws `invalid_value` where it is of another kind. */
export const idIn = (kind: IdKind, given: unknown, param: string = kind): string => {
  const prefix = PREFIXES[kind];
  if (typeof given === "string" && given.startsWith(prefix)) return given.slice(prefix.length);
  const shown = typeof given === "string" ? `'${given.slice(0, 100)}'` : describeValue(given);
  throw invalid(param, `${shown}. Expected an ID that begins with '${prefix}'.`);
};

export const toId = (kind: IdKind, id: string): string => PREFIXES[kind] + id;
