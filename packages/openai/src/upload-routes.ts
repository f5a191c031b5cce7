import { MAX_PART_BYTES, type UploadPart } from "@quarry/catalog";
import type { GroupRequest, GroupRoute } from "@quarry/http/protocols";
import { limits } from "@quarry/plugin/domain";
import { Fields } from "./fields.ts";
import { checkedName, fileSeconds, PURPOSES } from "./file-routes.ts";
import { idIn, toId } from "./ids.ts";
import { seconds, toUpload } from "./objects.ts";
import { invalid, missing } from "./problems.ts";
import { deleting, growing, type Services, WRITE, writing } from "./services.ts";

const BODY_BYTES = 1_048_576;

const FORM_OVERHEAD_BYTES = 1_048_576;

/** Maximum number of parts of one upload. */
const MAX_PARTS = 10_000;

/** Creates the routes below `/v1/uploads`. */
export const uploadRoutes = (services: Services): readonly GroupRoute[] => {
  const { files } = services;
  const write = { verb: "POST", ...WRITE } as const;
  return [
    {
      ...write,
      path: "/v1/uploads",
      answer: async (request) => {
        const body = new Fields(await request.json(BODY_BYTES));
        const expiry = body.object("expires_after");
        const upload = checkedName({
          size: body.required("bytes", body.integer("bytes", 1, files.maxBytes)),
          filename: body.required("filename", body.text("filename", Infinity)),
          purpose: body.required("purpose", body.oneOf("purpose", PURPOSES)),
          seconds: expiry && fileSeconds(expiry),
        });
        // The type is not used and need not be a media type.
        body.required("mime_type", body.text("mime_type", 255));
        return { json: toUpload(await growing(services, request, files.createUpload(request.principal, upload))) };
      },
    },
    { ...write, path: "/v1/uploads/{upload_id}/parts", answer: (request) => addPart(services, request) },
    {
      ...write,
      path: "/v1/uploads/{upload_id}/complete",
      answer: async (request) => {
        const body = new Fields(await request.json(BODY_BYTES));
        const ids = body.required("part_ids", body.list("part_ids", 1, MAX_PARTS));
        const partIds = ids.map((id, index) => idIn("part_id", id, `part_ids[${index}]`));
        if (new Set(partIds).size < partIds.length) throw invalid("part_ids", "must name each part once");
        const md5 = body.text("md5", 32);
        const completing = files.completeUpload(request.principal, idOf(request), partIds, md5);
        const { upload, file } = await growing(services, request, completing);
        return { json: toUpload(upload, file) };
      },
    },
    {
      ...write,
      path: "/v1/uploads/{upload_id}/cancel",
      answer: async (request) => ({
        json: toUpload(await deleting(services, request, files.cancelUpload(request.principal, idOf(request)))),
      }),
    },
  ];
};

const idOf = (request: GroupRequest): string => idIn("upload_id", request.path("upload_id"));

const addPart = async ({ files }: Services, request: GroupRequest) => {
  const uploadId = idOf(request);
  const form = request.form({
    maxFiles: 1,
    bodyBytes: MAX_PART_BYTES + FORM_OVERHEAD_BYTES,
    tooLarge: `data: must be at most ${MAX_PART_BYTES / limits.BYTES_PER_MB} MB, got a larger part`,
  });
  let added: UploadPart | undefined;
  for await (const part of form.parts()) {
    if (part.kind === "field") continue;
    if (part.name !== "data") part.file.skip();
    else if (added !== undefined) throw invalid("data", "must be given once");
    else added = await writing(request, files.addPart(request.principal, uploadId, part.file.bytes));
  }
  if (added === undefined) throw missing("data");
  return {
    json: {
      id: toId("part_id", added.id),
      object: "upload.part",
      created_at: seconds(added.createdAt),
      upload_id: toId("upload_id", uploadId),
    },
  };
};
