import { cleanFilename } from "@quarry/plugin/domain";
import { cleanLine, type ParsedAttachment } from "@quarry/plugin";
import type { Attachment, Email } from "postal-mime";

/** Extensions for parts without a file name. Parts of other types are named only by their number. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "message/rfc822": "eml",
  "text/plain": "txt",
  "text/html": "html",
  "text/csv": "csv",
  "text/calendar": "ics",
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/tiff": "tiff",
};

/** Returns the files of an email: its attachments, and forwarded messages. Inline pictures of its text are excluded. */
export function messageAttachments({ attachments }: Email): readonly ParsedAttachment[] {
  return attachments.flatMap((attachment, index) => {
    if (isPictureOfText(attachment) || typeof attachment.content === "string") return [];
    const bytes = new Uint8Array(attachment.content);
    return [{ filename: nameOf(attachment, index + 1), bytes }];
  });
}

const isPictureOfText = ({ related, mimeType }: Attachment): boolean =>
  related === true && mimeType.startsWith("image/");

function nameOf({ filename, mimeType }: Attachment, number: number): string {
  const input = cleanFilename(cleanLine(filename ?? ""));
  const extension = EXTENSIONS[mimeType];
  if (input !== "") return extension === "eml" && !/\.eml$/i.test(input) ? `${input}.eml` : input;
  return `${extension === "eml" ? "message" : "attachment"}-${number}${extension === undefined ? "" : `.${extension}`}`;
}
