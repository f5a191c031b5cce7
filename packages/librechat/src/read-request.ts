import type { FormFile, GroupRequest } from "@quarry/http/protocols";
import { describeValue, type DomainError, invalidArgument, isJsonObject, limits } from "@quarry/plugin/domain";

const MAX_BODY_BYTES = 1_048_576;

/** Maximum size of a form apart from its file. */
const FORM_OVERHEAD_BYTES = 1_048_576;

/** Default number of passages, as in LibreChat. */
const DEFAULT_K = 4;

export interface FileForm<Taken> {
  readonly fileId: string;
  readonly entityId: string | undefined;
  readonly filename: string;
  readonly taken: Taken;
}

/** Reads a form; `take` reads the file's bytes as they arrive. Fields can come before and after the file. */
export const readForm = async <Taken>(
  request: GroupRequest,
  fileField: string,
  maxBytes: number,
  take: (filename: string, bytes: AsyncIterable<Uint8Array>) => Promise<Taken>,
): Promise<FileForm<Taken>> => {
  const tooLarge = `${fileField}: must be at most ${Math.floor(maxBytes / limits.BYTES_PER_MB)} MB`;
  const form = request.form({ maxFiles: 1, bodyBytes: maxBytes + FORM_OVERHEAD_BYTES, tooLarge });
  const fields = new Map<string, string>();
  let file: { readonly filename: string; readonly taken: Taken } | undefined;
  for await (const part of form.parts()) {
    if (part.kind === "field") fields.set(part.name, part.value);
    else if (part.name !== fileField || file !== undefined) part.file.skip();
    else file = await takeFile(part.file, fileField, take);
  }
  if (file === undefined) throw invalidArgument(`${fileField}: is required and must be a file`);
  const entityId = fields.get("entity_id");
  return {
    fileId: checkText(fields.get("file_id"), "file_id"),
    entityId: entityId === undefined || entityId === "" ? undefined : checkText(entityId, "entity_id"),
    ...file,
  };
};

const takeFile = async <Taken>(
  { filename, bytes }: FormFile,
  field: string,
  take: (filename: string, bytes: AsyncIterable<Uint8Array>) => Promise<Taken>,
) => {
  if (filename === undefined || filename === "") throw invalidArgument(`${field}: needs a file name`);
  return { filename, taken: await take(filename, bytes) };
};

export interface Question {
  readonly query: string;
  readonly fileIds: readonly string[];
  readonly k: number;
  readonly entityId: string | undefined;
}

/** Reads a question about one file (`file_id`) or several (`file_ids`). */
export const readQuestion = async (request: GroupRequest, of: "file_id" | "file_ids"): Promise<Question> => {
  const body = await request.json(MAX_BODY_BYTES);
  if (!isJsonObject(body as never)) throw wrong("The request body", "must be a JSON object", body);
  const fields = body as Readonly<Record<string, unknown>>;
  const k = fields["k"] ?? DEFAULT_K;
  if (!Number.isInteger(k) || (k as number) < 1 || (k as number) > limits.MAX_TOP_K) {
    throw wrong("k", `must be an integer from 1 to ${limits.MAX_TOP_K}`, k);
  }
  const entityId = fields["entity_id"] ?? undefined;
  return {
    query: checkText(fields["query"], "query", limits.MAX_QUERY_LENGTH),
    fileIds: of === "file_id" ? [checkText(fields[of], of)] : checkIds(fields[of], of),
    k: k as number,
    entityId: entityId === undefined ? undefined : checkText(entityId, "entity_id"),
  };
};

/** Reads a JSON array of ids. */
export const readIds = async (request: GroupRequest): Promise<readonly string[]> =>
  checkIds(await request.json(MAX_BODY_BYTES), "ids");

/** Checks that the input is a list of 1 to 100 ids, and removes duplicates. */
export const checkIds = (input: unknown, field: string): readonly string[] => {
  if (!Array.isArray(input)) throw wrong(field, "must be an array", input);
  const ids = new Set(input.map((id, index) => checkText(id, `${field}[${index}]`)));
  const most = limits.MAX_BATCH_DOCUMENTS;
  if (ids.size < 1 || ids.size > most) throw invalidArgument(`${field}: must have 1 to ${most} ids, got ${ids.size}`);
  return [...ids];
};

/** Maximum length of an id, the same as for an external id. */
const MAX_ID_LENGTH = 512;

const checkText = (input: unknown, field: string, most = MAX_ID_LENGTH): string => {
  if (typeof input === "string" && input !== "" && input.length <= most) return input;
  throw wrong(field, `is required and must be a string of 1 to ${most} characters`, input);
};

const wrong = (field: string, must: string, got: unknown): DomainError =>
  invalidArgument(`${field}: ${must}, got ${got === undefined ? "nothing" : describeValue(got)}`);
