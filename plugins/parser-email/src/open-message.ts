import { open } from "node:fs/promises";
import { describeFileContent, ParserError, SNIFF_BYTES, sniffFileType } from "@quarry/plugin";
import PostalMime from "postal-mime";
import { type ReadMessage, recoverBody } from "./recover-body.ts";

/**
 * Maximum message size. Mail servers accept 25 to 150 MB. A decoded message is in memory as a whole, in addition to its
 * bytes.
 */
const MAX_MESSAGE_BYTES = 157_286_400;
/** Maximum nesting of a message's parts, deeper than any mail program produces. */
const MAX_DEPTH = 64;

/** A header line, or the separator between messages of a mailbox. */
const HEADER_LINE = /^(?:[!-9;-~]{1,100}:|From )/;
const BYTE_ORDER_MARK = /^\ufeff|^\u00ef\u00bb\u00bf/;

/** Reads and decodes a whole message (RFC 5322). Forwarded messages are attachments. */
export async function openMessage(path: string): Promise<ReadMessage> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  if (size === 0) throw new ParserError("empty", "the file is empty: check it and upload it again");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  if (!isMessage(head)) {
    throw new ParserError(
      "wrong_type",
      `the file is ${describeFileContent(head)}, not an e-mail (.eml): rename it to its real type and upload it again`,
    );
  }
  if (size > MAX_MESSAGE_BYTES) {
    throw new ParserError(
      "limit",
      `the mail has ${size} bytes, more than the ${MAX_MESSAGE_BYTES} allowed: upload its attachments separately`,
    );
  }
  try {
    const bytes = await file.readFile();
    const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: MAX_DEPTH });
    return await recoverBody(mail, bytes);
  } catch (error) {
    throw new ParserError("corrupt", "the mail's parts are nested too deeply, or its headers are too long", {
      cause: error,
    });
  }
}

function isMessage(head: Buffer): boolean {
  if (sniffFileType(head) !== undefined || head.includes(0)) return false;
  return HEADER_LINE.test(head.toString("latin1").replace(BYTE_ORDER_MARK, "").trimStart());
}
