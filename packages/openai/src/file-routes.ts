import type { FileDetails } from "@quarry/catalog";
import type { FormFile, GroupRequest, GroupRoute } from "@quarry/http/protocols";
import { runEffect } from "@quarry/http/rpc";
import { describeValue, isUuid, limits, mediaTypeOf } from "@quarry/plugin/domain";
import { Fields } from "./fields.ts";
import { idIn } from "./ids.ts";
import { deleted, toFile } from "./objects.ts";
import { queryParameter, listPage, pageQuery } from "./pages.ts";
import { invalid, missing } from "./problems.ts";
import { deleting, READ, reading, type Services, WRITE, writing } from "./services.ts";

export const PURPOSES = ["assistants", "batch", "fine-tune", "vision", "user_data", "evals"] as const;

/** Maximum size of a form apart from its file: boundaries, part headers, other fields. */
const FORM_OVERHEAD_BYTES = 2 * 1_048_576;

const MOST_FILES = 10_000;

const MIN_SECONDS = 3_600;
const MAX_SECONDS = 2_592_000;

/** Maximum length of a stored name, which is only displayed. */
const MAX_NAME_LENGTH = 1_024;

/** Creates the routes below `/v1/files`. */
export const fileRoutes = (services: Services): readonly GroupRoute[] => {
  const { files } = services;
  return [
    {
      verb: "POST",
      path: "/v1/files",
      ...WRITE,
      answer: async (request) => ({ json: toFile(await upload(services, request)) }),
    },
    {
      verb: "GET",
      path: "/v1/files",
      ...READ,
      answer: async (request) => {
        const page = pageQuery(request.query, MOST_FILES, MOST_FILES);
        const purpose = queryParameter(request.query, "purpose");
        const json = await listPage(
          page,
          async ({ id, param }) => asUuid(idIn("file_id", id, param)),
          (window) => reading(request, files.list(request.principal, { ...window, purpose })),
          toFile,
        );
        return { json };
      },
    },
    {
      verb: "GET",
      path: "/v1/files/{file_id}",
      ...READ,
      answer: async (request) => ({
        json: toFile(await reading(request, files.get(request.principal, idOf(request)))),
      }),
    },
    {
      verb: "DELETE",
      path: "/v1/files/{file_id}",
      ...WRITE,
      answer: async (request) => {
        await deleting(services, request, files.remove(request.principal, idOf(request)));
        return deleted(request.path("file_id"), "file");
      },
    },
    {
      verb: "GET",
      path: "/v1/files/{file_id}/content",
      ...READ,
      answer: async (request) => {
        const { file, bytes, size } = await reading(request, files.read(request.principal, idOf(request)));
        return { bytes, size, filename: file.filename, mediaType: mediaTypeOf(file.fileType) };
      },
    },
  ];
};

const idOf = (request: GroupRequest): string => idIn("file_id", request.path("file_id"));

const asUuid = (id: string): string | undefined => (isUuid(id) ? id : undefined);

/** Reads an upload's form. Its parts can have any order, so the bytes are stored before their purpose is known. */
const upload = async ({ files }: Services, request: GroupRequest) => {
  const { maxBytes } = files;
  const megabytes = maxBytes / limits.BYTES_PER_MB;
  const form = request.form({
    maxFiles: 1,
    bodyBytes: maxBytes + FORM_OVERHEAD_BYTES,
    keepsPaths: true,
    tooLarge: `file: must be at most ${megabytes} MB, got a larger upload`,
  });
  const intake = await runEffect(files.begin);
  try {
    const texts = new Map<string, string>();
    let file: FormFile | undefined;
    for await (const part of form.parts()) {
      if (part.kind === "field") texts.set(part.name, part.value);
      else if (part.name !== "file") part.file.skip();
      else if (file !== undefined) throw invalid("file", "must be given once");
      else {
        file = part.file;
        await runEffect(intake.stage(file.bytes));
      }
    }
    if (file === undefined) throw missing("file");
    const details = { filename: nameOf(file), ...detailsOf(texts) };
    return await writing(request, intake.record(request.principal, checkedName(details)));
  } finally {
    await runEffect(intake.end);
  }
};

/** Returns the file name. Clients escape quotation marks and line breaks in it as browsers do. */
const nameOf = ({ filename = "" }: FormFile): string =>
  filename === "" ? "upload" : filename.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");

export const checkedName = <Details extends FileDetails>(details: Details): Details => {
  if (details.filename.length <= MAX_NAME_LENGTH) return details;
  throw invalid("filename", `must be at most ${MAX_NAME_LENGTH} characters, got ${details.filename.length}`);
};

/** Reads the options of a form. Nested fields are sent as `expires_after[anchor]`, or as one JSON part. */
const detailsOf = (texts: ReadonlyMap<string, string>) => {
  const nested = texts.get("expires_after");
  const [anchor, length] = [texts.get("expires_after[anchor]"), texts.get("expires_after[seconds]")];
  const expiry = nested === undefined ? { anchor, seconds: numberIn(length) } : jsonIn(nested);
  const isGiven = nested !== undefined || anchor !== undefined || length !== undefined;
  const purpose = new Fields({ purpose: texts.get("purpose") ?? null });
  return {
    purpose: purpose.required("purpose", purpose.oneOf("purpose", PURPOSES)),
    seconds: isGiven ? fileSeconds(new Fields(expiry, "expires_after")) : undefined,
  };
};

const numberIn = (text: string | undefined) => (text === undefined || !/^\d{1,10}$/.test(text) ? text : Number(text));

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("expires_after", `must be a JSON object, got ${describeValue(text)}`, "invalid_type");
  }
};

/** Returns the retention time of a file in seconds. */
export const fileSeconds = (expiry: Fields): number => {
  expiry.required("anchor", expiry.oneOf("anchor", ["created_at"]));
  return expiry.required("seconds", expiry.integer("seconds", MIN_SECONDS, MAX_SECONDS));
};
