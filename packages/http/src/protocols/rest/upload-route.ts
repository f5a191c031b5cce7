import { create, getOption } from "@bufbuild/protobuf";
import { multipart_part } from "@quarry/api";
import { limits } from "@quarry/plugin/domain";
import type { MethodPlan } from "../call/method-plan.ts";
import { answerJson } from "../http/answer.ts";
import { type FormLimits, MultipartReader } from "../http/multipart-reader.ts";
import { ignoredParameters } from "../json/query-decoder.ts";
import { messageEncoder } from "../json/message-encoder.ts";
import { reportIgnored, UnknownFields } from "../unknown-fields/unknown-fields.ts";
import { handleStream } from "./handle-stream.ts";
import type { RestRoute } from "./rest-route.ts";
import type { RouteTemplate } from "./route-template.ts";
import { uploadMessages } from "./upload-messages.ts";

/** Maximum size of a form apart from its files: boundaries, part headers, metadata. */
const FORM_OVERHEAD_BYTES = 2 * 1_048_576;

export interface UploadLimits {
  readonly maxFiles: number;
  readonly maxUploadBytes: number;
}

/** Answers a form with one JSON object, once the handler has consumed its files. */
export function uploadAnswer(
  plan: MethodPlan,
  status: number,
  template: RouteTemplate,
  uploadLimits: UploadLimits,
): RestRoute["answer"] {
  const encode = messageEncoder(plan.method.output);
  const toMessages = uploadMessages(plan.method.input, uploadLimits.maxFiles);
  const partNames = plan.method.input.fields.map((field) => getOption(field, multipart_part));
  const formLimits = formLimitsOf(uploadLimits);
  return async (call, match) => {
    const header = create(plan.method.input);
    template.bind(header, match.values);
    if (match.query !== "") reportIgnored(call, ignoredParameters(match.query, partNames));
    plan.checkMessage(header, call.principal);
    const reader = new MultipartReader(call, formLimits);
    const unknown = new UnknownFields();
    const output = await handleStream(plan.handler, toMessages(header, reader, unknown), call, (message) =>
      plan.checkMessage(message, call.principal),
    ).finally(() => reader.stop());
    reportIgnored(call, unknown.header);
    answerJson(call, call.status ?? status, JSON.stringify(encode(output)));
  };
}

/**
 * Returns the limits of a whole form. They reject a form by its declared length before any byte is read, and bound its
 * total size. The handler enforces the exact limit of each file, in every protocol.
 */
function formLimitsOf({ maxFiles, maxUploadBytes }: UploadLimits): FormLimits {
  const megabytes = maxUploadBytes / limits.BYTES_PER_MB;
  const tooLarge =
    maxFiles === 1
      ? `file: must be at most ${megabytes} MB, got a larger upload`
      : `files: must be at most ${maxFiles} files of ${megabytes} MB, got a larger upload`;
  return { maxFiles, bodyBytes: maxFiles * maxUploadBytes + FORM_OVERHEAD_BYTES, tooLarge };
}
