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

/** Extracts the internal id from one of OpenAI's format. Throws `invalid_value` if it is of another kind. */
export const idIn = (kind: IdKind, input: unknown, param: string = kind): string => {
  const prefix = PREFIXES[kind];
  if (typeof input === "string" && input.startsWith(prefix)) return input.slice(prefix.length);
  const shown = typeof input === "string" ? `'${input.slice(0, 100)}'` : describeValue(input);
  throw invalid(param, `${shown}. Expected an ID that begins with '${prefix}'.`);
};

export const toId = (kind: IdKind, id: string): string => PREFIXES[kind] + id;
