/** Builds a message in its wire format, with attachments of these names and texts. */
export const mail = (
  subject: string,
  text: string,
  files: readonly (readonly [filename: string, text: string])[] = [],
): string =>
  [
    "From: Ann Lee <ann@pumps.example>",
    "To: bob@pumps.example",
    `Subject: ${subject}`,
    "Date: Wed, 31 Jan 2024 12:00:00 +0100",
    'Content-Type: multipart/mixed; boundary="=-limit"',
    "",
    "--=-limit",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    ...files.flatMap(([filename, content]) => [
      "--=-limit",
      `Content-Type: application/octet-stream; name="${filename}"`,
      `Content-Disposition: attachment; filename="${filename}"`,
      "Content-Transfer-Encoding: base64",
      "",
      ...(Buffer.from(content)
        .toString("base64")
        .match(/.{1,76}/g) ?? []),
    ]),
    "--=-limit--",
    "",
  ].join("\r\n");
