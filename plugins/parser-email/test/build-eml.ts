/** Builds a message in wire format: lines end in CR LF. */
export const eml = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);

export const HEADERS = [
  "From: =?utf-8?Q?J=C3=BCrgen_Pump?= <Juergen@Pumps.example>",
  'To: "Lee, Ann" <ann@pumps.example>, bob@pumps.example',
  "Cc: Team: carl@pumps.example, dora@pumps.example;",
  "Subject: =?iso-8859-1?Q?Gr=F6=DFe_der_Pumpe?=",
  "Date: Wed, 31 Jan 2024 12:00:00 +0100",
  "Message-ID: <one@pumps.example>",
  "MIME-Version: 1.0",
];

/** Builds a multipart message. Each part has headers and a body. */
export const multipart = (kind: string, ...parts: readonly (readonly string[])[]): readonly string[] => [
  `Content-Type: multipart/${kind}; boundary="=-${kind}"`,
  "",
  ...parts.flatMap((part) => [`--=-${kind}`, ...part]),
  `--=-${kind}--`,
];

export const part = (type: string, ...lines: readonly string[]): readonly string[] => [
  `Content-Type: ${type}`,
  "",
  ...lines,
];

export const attached = (filename: string, type: string, bytes: Uint8Array): readonly string[] => [
  `Content-Type: ${type}; name="${filename}"`,
  `Content-Disposition: attachment; filename="${filename}"`,
  "Content-Transfer-Encoding: base64",
  "",
  ...(Buffer.from(bytes)
    .toString("base64")
    .match(/.{1,76}/g) ?? []),
];

export const plainMail = eml(
  ...HEADERS,
  "Content-Type: text/plain; charset=utf-8",
  "",
  "The pump lifts water by twelve metres.",
  "",
  "> What does the pump lift?",
  "> And how far?",
);
