import { documents as texts } from "../../../strings/documents.ts";
import type { UploadProblem } from "./upload.ts";

export interface Advice {
  /** The service's message, or a shorter form of it. */
  readonly message: string;
  /** Advice, or undefined if the message contains it. */
  readonly hint: string | undefined;
}

const UNREADABLE = 0;
const BAD_REQUEST = 400;
/** Message for an unsupported type. It lists the supported types, which depend on the service's configuration. */
const WRONG_TYPE = /^file: must be one of (\..*), got /;
const SERVER_FAULT = 500;

/** Returns an upload error with advice. */
export const adviceFor = ({ status, message }: UploadProblem, filename: string): Advice => {
  const { uploads } = texts;
  if (status === undefined) return { message: texts.said(message), hint: texts.hintFor(message) };
  if (status === UNREADABLE) return { message: uploads.gone, hint: uploads.goneHint };
  const types = status === BAD_REQUEST ? WRONG_TYPE.exec(message)?.[1] : undefined;
  if (types !== undefined) {
    return { message: uploads.wrongType(/\.[^.]+$/.exec(filename)?.[0]), hint: uploads.typesHint(types) };
  }
  const hint = uploads.refusals[status] ?? (status >= SERVER_FAULT ? uploads.serverFault : undefined);
  return { message: texts.said(message), hint };
};
