import {
  ParserBudget,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
  unreadFiles,
} from "@quarry/plugin";
import type { EmailSettings } from "./email-settings.ts";
import { messageAttachments } from "./message-attachments.ts";
import { bodyBlocks } from "./message-body.ts";
import { headerLines, messageInfo } from "./message-headers.ts";
import { openMessage } from "./open-message.ts";

/** Parses an email: its subject and headers, its body, then its attached files. */
export function emailParser(settings: EmailSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(
  { path }: ParserSource,
  limits: ParserLimits,
  settings: EmailSettings,
): AsyncGenerator<ParserEvent> {
  const { mail, warnings: lost } = await openMessage(path);
  const attachments = messageAttachments(mail);
  const unread = settings.attachments ? [] : unreadFiles(attachments.map(({ filename }) => filename));
  const warnings = [...lost, ...unread];
  const info = messageInfo(mail);
  yield { type: "info", info: { ...info, ...(warnings.length > 0 && { warnings }) } };
  const budget = new ParserBudget(limits);
  if (info.title !== undefined) {
    budget.spendText(info.title.length);
    yield { type: "block", block: { kind: "heading", text: info.title, level: 1, page: null } };
  }
  const headers = headerLines(mail);
  if (headers !== "") {
    budget.spendText(headers.length);
    yield { type: "block", block: { kind: "paragraph", text: headers, page: null } };
  }
  yield* bodyBlocks(mail, budget);
  if (!settings.attachments) return;
  for (const attachment of attachments) yield { type: "attachment", attachment };
}
