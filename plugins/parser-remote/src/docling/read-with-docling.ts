import { ParserError, type ParserEvent, type ParserSource } from "@quarry/plugin";
import { readJsonAnswer } from "../http/read-json-answer.ts";
import { sendFile } from "../http/send-file.ts";
import { answerUnreadable } from "../http/service-errors.ts";
import { formFields } from "../http/form-fields.ts";
import type { RemoteSettings } from "../remote-settings.ts";
import { doclingBlocks } from "./docling-blocks.ts";
import { DoclingAnswer } from "./docling-document.ts";

/** Client for Docling Serve, API version 1: sends a form, receives a DoclingDocument. */
export async function* readWithDocling(source: ParserSource, settings: RemoteSettings): AsyncGenerator<ParserEvent> {
  const startedAt = performance.now();
  const body = sendFile(source, settings, {
    method: "POST",
    path: "/v1/convert/file",
    accept: "application/json",
    form: { fileField: "files", fields: { ...formFields(settings), to_formats: "json" } },
  });
  const answer = await readJsonAnswer(body, DoclingAnswer, "Docling Serve");
  yield { type: "uncounted_time", milliseconds: performance.now() - startedAt };
  const problems = (answer.errors ?? []).map(({ error_message }) => error_message);
  const document = answer.document?.json_content;
  if (answer.status === "failure" || answer.status === "skipped") throw refused(problems);
  if (document === undefined || document === null) throw answerUnreadable("Docling Serve", "no json_content");
  const pageCount = Object.keys(document.pages ?? {}).length;
  yield {
    type: "info",
    info: { ...(pageCount > 0 && { pageCount }), ...(problems.length > 0 && { warnings: problems }) },
  };
  for (const block of doclingBlocks(document)) yield { type: "block", block };
}

const refused = (problems: readonly string[]): ParserError =>
  new ParserError(
    "corrupt",
    `the parsing service can't read the file: ${problems[0] ?? "it may be damaged; save it again and upload that copy"}`,
  );
