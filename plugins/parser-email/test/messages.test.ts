import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedDocumentInfo } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { Schema } from "effect";
import { expect, test } from "vitest";
import plugin from "../src/index.ts";
import { attached, eml, HEADERS, multipart, part, plainMail } from "./build-eml.ts";

const read = async (bytes: Uint8Array, settings: unknown = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-email-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
    const source = { path, size: bytes.length, filename: "mail.eml", fileType: "eml" };
    const events = [];
    for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) events.push(event);
    expect(parserEventProblems(events)).toEqual([]);
    return {
      info: Object.assign(
        {},
        ...events.map((event) => (event.type === "info" ? event.info : {})),
      ) as ParsedDocumentInfo,
      blocks: events.flatMap((event) => (event.type === "block" ? [`${event.block.kind}: ${event.block.text}`] : [])),
      attachments: events.flatMap((event) =>
        event.type === "attachment"
          ? [[event.attachment.filename, new TextDecoder().decode(event.attachment.bytes)] as const]
          : [],
      ),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

test("headers become fields and text blocks", async () => {
  const { info, blocks } = await read(plainMail);
  expect(info).toEqual({
    title: "Größe der Pumpe",
    author: "Jürgen Pump",
    createdAt: "2024-01-31T11:00:00.000Z",
    fields: {
      from: "juergen@pumps.example",
      to: ["ann@pumps.example", "bob@pumps.example"],
      cc: ["carl@pumps.example", "dora@pumps.example"],
      subject: "Größe der Pumpe",
      date: "2024-01-31T11:00:00.000Z",
      message_id: "<one@pumps.example>",
    },
  });
  expect(blocks).toEqual([
    "heading: Größe der Pumpe",
    [
      "paragraph: From: Jürgen Pump <Juergen@Pumps.example>",
      "To: Lee, Ann <ann@pumps.example>, bob@pumps.example",
      "Cc: carl@pumps.example, dora@pumps.example",
      "Date: Wed, 31 Jan 2024 12:00:00 +0100",
    ].join("\n"),
    "paragraph: The pump lifts water by twelve metres.",
    "quote: What does the pump lift?\nAnd how far?",
  ]);
});

test("the HTML body is read in its declared encoding; plain text is read if the HTML has no text", async () => {
  const encoded = [
    "Content-Type: text/html; charset=koi8-r",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "<p>=EE=C1=D3=CF=D3</p>",
  ];
  const both = await read(eml(...HEADERS, ...multipart("alternative", part("text/plain", "plain"), encoded)));
  expect(both.blocks.slice(2)).toEqual(["paragraph: Насос"]);
  const picture = part("text/html", '<img src="cid:logo">');
  const plain = await read(eml(...HEADERS, ...multipart("alternative", part("text/plain", "plain"), picture)));
  expect(plain.blocks.slice(2)).toEqual(["paragraph: plain"]);
});

test("letters in Wingdings and Symbol are read as their symbols", async () => {
  const html = part(
    "text/html",
    "<p>Thanks <span style='font-family:Wingdings'>J</span>, 5 <font face=Symbol>m</font>g",
  );
  const { blocks } = await read(eml(...HEADERS, ...multipart("alternative", part("text/plain", "Thanks J"), html)));
  expect(blocks.slice(2)).toEqual(["paragraph: Thanks ☺, 5 μg"]);
});

const WITH_FILES = eml(
  ...HEADERS,
  ...multipart(
    "mixed",
    part("text/plain", "See the files."),
    attached("prices.csv", "text/csv", new TextEncoder().encode("Part,Price\nValve,12.50\n")),
    ["Content-Type: message/rfc822", "", "From: ann@pumps.example", "Subject: Inner", "", "Inner text."],
    attached("../../etc/notes.txt", "text/plain", new TextEncoder().encode("notes")),
  ),
);

test("files and forwarded messages become attachments, under names without paths", async () => {
  const { attachments, blocks } = await read(WITH_FILES);
  expect(attachments.map(([name]) => name)).toEqual(["prices.csv", "message-2.eml", "notes.txt"]);
  expect(attachments[0]![1]).toBe("Part,Price\nValve,12.50\n");
  expect(attachments[1]![1]).toContain("Subject: Inner");
  expect(blocks.at(-1)).toBe("paragraph: See the files.");
});

test("images shown in the HTML body are not attachments", async () => {
  const picture = [
    "Content-Type: image/png",
    "Content-ID: <logo>",
    "Content-Transfer-Encoding: base64",
    "",
    "iVBORw0KGgo=",
  ];
  const { attachments } = await read(
    eml(...HEADERS, ...multipart("related", part("text/html", '<p>Hello <img src="cid:logo"></p>'), picture)),
  );
  expect(attachments).toEqual([]);
});

test("with attachments disabled, a warning lists their names", async () => {
  const { attachments, info } = await read(WITH_FILES, { attachments: false });
  expect(attachments).toEqual([]);
  expect(info.warnings).toEqual([expect.stringContaining("prices.csv, message-2.eml, notes.txt")]);
});

test("excessively nested parts are rejected as corrupt, plain text as the wrong type", async () => {
  const lines = Array.from({ length: 100 }, (_, depth) => [
    `Content-Type: multipart/mixed; boundary=b${depth}`,
    "",
    `--b${depth}`,
  ]);
  await expect(read(eml(...HEADERS, ...lines.flat(), "", "x"))).rejects.toMatchObject({ reason: "corrupt" });
  await expect(read(new TextEncoder().encode("Dear Ann, here is the text.\n"))).rejects.toMatchObject({
    reason: "wrong_type",
    message: "the file is plain text, not an e-mail (.eml): rename it to its real type and upload it again",
  });
});

test("a body whose content type has no subtype is read", async () => {
  const { blocks, attachments } = await read(
    eml(
      ...HEADERS,
      ...multipart("mixed", part("text; charset=utf-8", "Größe three."), part("text/html", "<p>And more.</p>")),
    ),
  );
  expect(blocks.join("\n")).toContain("And more.");
  expect(attachments).toEqual([]);
  expect((await read(eml(...HEADERS, "Content-Type: text; charset=utf-8", "", "Größe three."))).blocks).toContain(
    "paragraph: Größe three.",
  );
});

test.each([
  ["no boundary", "Content-Type: multipart/alternative", "y"],
  ["another boundary", 'Content-Type: multipart/alternative; boundary="x"', "=_other.7"],
])("the parts of a multipart body with %s are found by their delimiter lines", async (_name, type, boundary) => {
  const html = ["Content-Type: text/html; charset=utf-8", "", "<p>The <a href='https://a.example/q'>quay</a>.</p>"];
  const body = [
    `--${boundary}`,
    "Content-Type: text/plain",
    "",
    "The quay.",
    `--${boundary}`,
    ...html,
    `--${boundary}--`,
  ];
  const { blocks, info } = await read(eml(...HEADERS, type, "", ...body));
  expect(blocks.slice(2)).toEqual(["paragraph: The quay."]);
  expect(info.warnings).toBeUndefined();
});

test("an undivided multipart body is read as text; unread parts cause a warning", async () => {
  const plain = await read(eml(...HEADERS, 'Content-Type: multipart/mixed; boundary="x"', "", "Nothing but words."));
  expect(plain.blocks).toContain("paragraph: Nothing but words.");
  const nested = await read(
    eml(
      ...HEADERS,
      ...multipart(
        "mixed",
        ["Content-Type: multipart/alternative", "", "--y", "Content-Type: text/plain", "", "Lost.", "--y--"],
        attached("a.bin", "application/x-thing", new Uint8Array([1, 2])),
      ),
    ),
  );
  expect(nested.info.warnings?.join()).toContain("were not read");
});
