import PostalMime, { type Attachment, type Email } from "postal-mime";

/** A message with the readable parts of its body, and warnings about the others. */
export interface ReadMessage {
  readonly mail: Email;
  readonly warnings: readonly string[];
}

const NOT_READ =
  "Parts of the mail could not be separated and were not read: open the mail, save it again and upload that copy.";

const HEADERS_END = /\r?\n\r?\n/;
/** Maximum size of headers; servers reject larger ones. */
const MAX_HEADER_BYTES = 1_048_576;
/** A boundary has at most 70 characters (RFC 2046). */
const DELIMITER = /^--([^\r\n"]{1,100})\r?$/gm;
const MULTIPART = /^content-type:[ \t]*multipart\/[^\n]*(?:\n[ \t][^\n]*)*/gim;
const MULTIPART_KIND = /^multipart\/[a-z]{1,40}/i;
const BOUNDARY = /boundary\s*=\s*(?:"([^"\r\n]+)"|([^\s;"]+))/i;
/** Media types `text` without a subtype. */
const WITHOUT_SUBTYPE = /^(?:text)?\/?$/i;

/**
 * Recovers the body of an email whose headers don't describe it. `text` without a subtype is plain text (RFC 2045,
 * 5.2). If a multipart can't be split by its boundary, it is split at the delimiter lines found in it, else all of it
 * is text.
 */
export async function recoverBody(mail: Email, bytes: Buffer): Promise<ReadMessage> {
  const parts = mail.attachments.filter(isPlainText);
  const known: Email = {
    ...mail,
    attachments: mail.attachments.filter((attachment) => !isPlainText(attachment)),
    ...(parts.length > 0 && {
      text: [mail.text ?? "", ...parts.map((part) => textOf(part, mail))].join("\n\n").trim(),
    }),
  };
  if (hasText(known)) return { mail: known, warnings: [] };
  const head = bytes.toString("latin1", 0, MAX_HEADER_BYTES);
  const end = HEADERS_END.exec(head);
  const body = end === null ? Buffer.alloc(0) : bytes.subarray(end.index + end[0].length);
  if (known.attachments.length > 0) return { mail: known, warnings: isUndivided(head) ? [NOT_READ] : [] };
  if (body.toString("latin1", 0, MAX_HEADER_BYTES).trim() === "") return { mail: known, warnings: [] };
  const boundary = boundaryIn(body);
  const [kind = "multipart/mixed"] = MULTIPART_KIND.exec(headerOf(mail, "content-type") ?? "") ?? [];
  const multipart = boundary === undefined ? undefined : await readAs(`${kind}; boundary="${boundary}"`, body);
  const { text, html, attachments } =
    multipart !== undefined && (hasText(multipart) || multipart.attachments.length > 0)
      ? multipart
      : await readAs(
          `text/plain; charset=${charsetOf(mail) ?? "utf-8"}`,
          body,
          headerOf(mail, "content-transfer-encoding"),
        );
  const read: Email = {
    ...known,
    attachments,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
  };
  return { mail: read, warnings: hasText(read) || attachments.length > 0 ? [] : [NOT_READ] };
}

const hasText = ({ text = "", html = "" }: Email): boolean => text.trim() !== "" || html.trim() !== "";

const isPlainText = ({ mimeType, filename, disposition }: Attachment): boolean =>
  WITHOUT_SUBTYPE.test(mimeType) && !filename && disposition !== "attachment";

const readAs = (type: string, body: Buffer, encoding = "7bit"): Promise<Email> =>
  PostalMime.parse(
    Buffer.concat([Buffer.from(`Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`), body]),
    { forceRfc822Attachments: true },
  );

/** Returns the boundary of the body's delimiter lines: one that is closed or repeated. */
function boundaryIn(body: Buffer): string | undefined {
  const text = body.toString("latin1");
  const seen = new Set<string>();
  for (const [, line = ""] of text.matchAll(DELIMITER)) {
    const boundary = line.trimEnd();
    const withoutEnd = boundary.endsWith("--") ? boundary.slice(0, -2) : boundary;
    if (seen.has(withoutEnd)) return withoutEnd;
    if (seen.size < MAX_BOUNDARIES && withoutEnd.trim() !== "" && !withoutEnd.startsWith(" ")) seen.add(withoutEnd);
  }
  return undefined;
}

const MAX_BOUNDARIES = 1_000;

/** Whether one of the first multiparts lacks a boundary, or does not contain it. */
const isUndivided = (head: string): boolean =>
  [...head.matchAll(MULTIPART)].slice(0, MAX_BOUNDARIES).some(([header]) => {
    const [, quoted, plain] = BOUNDARY.exec(header) ?? [];
    const boundary = quoted ?? plain;
    return boundary === undefined || !head.includes(`--${boundary}`);
  });

function textOf({ content }: Attachment, mail: Email): string {
  if (typeof content === "string") return content;
  const bytes = new Uint8Array(content);
  for (const charset of [charsetOf(mail), "utf-8"]) {
    try {
      if (charset !== undefined) return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // Unknown encoding or invalid bytes: try the next encoding.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

const charsetOf = (mail: Email): string | undefined =>
  /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(headerOf(mail, "content-type") ?? "")?.[1];
