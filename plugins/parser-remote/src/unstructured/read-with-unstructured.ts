import type { ParserEvent, ParserSource } from "@quarry/plugin";
import { formFields } from "../http/form-fields.ts";
import { readJsonAnswer } from "../http/read-json-answer.ts";
import { sendFile } from "../http/send-file.ts";
import type { RemoteSettings } from "../remote-settings.ts";
import { UnstructuredAnswer } from "./unstructured-answer.ts";
import { unstructuredBlocks } from "./unstructured-blocks.ts";

/** Client for the Unstructured API, version 0: sends a form, receives a list of elements. */
export async function* readWithUnstructured(
  source: ParserSource,
  settings: RemoteSettings,
): AsyncGenerator<ParserEvent> {
  const startedAt = performance.now();
  const body = sendFile(source, settings, {
    method: "POST",
    path: "/general/v0/general",
    accept: "application/json",
    form: { fileField: "files", fields: { ...formFields(settings), output_format: "application/json" } },
  });
  const elements = await readJsonAnswer(body, UnstructuredAnswer, "the Unstructured API");
  yield { type: "uncounted_time", milliseconds: performance.now() - startedAt };
  const pageCount = elements.reduce((max, { metadata }) => Math.max(max, metadata?.page_number ?? 0), 0);
  if (pageCount > 0) yield { type: "info", info: { pageCount } };
  for (const block of unstructuredBlocks(elements)) yield { type: "block", block };
}
