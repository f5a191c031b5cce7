import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { manualDocx } from "./build-docx.ts";
import { zip } from "./build-office.ts";
import { manualPptx } from "./build-pptx.ts";
import { manualXlsx } from "./build-xlsx.ts";
import { readOffice } from "./read-office.ts";
import { share } from "./tamper-zip.ts";

const FILES: Readonly<Record<string, Uint8Array>> = { docx: manualDocx, pptx: manualPptx, xlsx: manualXlsx };
const END = "PK\u0005\u0006";

const withTrailing = (bytes: Uint8Array, trailing: string | Uint8Array): Uint8Array =>
  Buffer.concat([bytes, Buffer.from(trailing as string, "latin1")]);

/** Returns the archive with a declared comment length that differs from the real one. */
function withCommentLength(bytes: Uint8Array, length: number): Uint8Array {
  const archive = Buffer.from(bytes);
  archive.writeUInt16LE(length, archive.lastIndexOf(Buffer.from(END, "latin1")) + 20);
  return archive;
}

describe("bytes after the archive are ignored", () => {
  it.each(["docx", "pptx", "xlsx"])("%s", async (fileType) => {
    const bytes = FILES[fileType]!;
    const right = await readOffice(fileType, bytes);
    expect(right.blocks.length).toBeGreaterThan(3);
    const others: Readonly<Record<string, Uint8Array>> = {
      "a line feed": withTrailing(bytes, "\n"),
      "a line end": withTrailing(bytes, "\r\n"),
      zeros: withTrailing(bytes, Buffer.alloc(512)),
      "zeros longer than any comment": withTrailing(bytes, Buffer.alloc(200_000)),
      text: withTrailing(bytes, "<!-- sent by a gateway -->"),
      "the signature of an end": withTrailing(bytes, `${END}${"x".repeat(40)}`),
      "signatures only": withTrailing(bytes, END.repeat(100_000)),
      "a part of an end": withTrailing(bytes, END),
      "a true comment": withTrailing(withCommentLength(bytes, 7), "comment"),
      "a comment that is cut off": withTrailing(withCommentLength(bytes, 500), "comment"),
      "a comment that goes on": withTrailing(withCommentLength(bytes, 2), "comment"),
    };
    for (const [name, other] of Object.entries(others)) {
      expect(await readOffice(fileType, other), name).toEqual(right);
    }
  });
});

describe("bytes after the archive don't bypass the limits", () => {
  const failureOf = (bytes: Uint8Array, limits = {}): Promise<unknown> =>
    readOffice("docx", bytes, limits).then(
      () => "read",
      (error: unknown) => error,
    );

  it("overlapping parts are measured against the archive, not the file", async () => {
    const parts = { "a.bin": randomBytes(100_000), "b.bin": Buffer.from("b"), "c.bin": Buffer.from("c") };
    const bytes = zip({ "_rels/.rels": "<Relationships/>", ...parts });
    const shared = share(share(bytes, "b.bin", "a.bin"), "c.bin", "a.bin");
    expect(await failureOf(withTrailing(shared, Buffer.alloc(500_000)))).toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining("overlap"),
    });
  });

  it("the number of parts is limited", async () => {
    expect(await failureOf(withTrailing(manualDocx, "\n"), { maxArchiveEntries: 3 })).toMatchObject({
      reason: "limit",
    });
  });

  it("the archive's end is searched only near the file's end", async () => {
    const far = withTrailing(manualDocx, Buffer.alloc(3_000_000));
    expect(await failureOf(far)).toMatchObject({ reason: "corrupt" });
  });

  it("a file that is cut off is rejected as corrupt", async () => {
    for (const share of [0.3, 0.7, 0.99]) {
      const truncated = manualDocx.subarray(0, Math.floor(manualDocx.length * share));
      expect(await failureOf(truncated)).toMatchObject({ reason: "corrupt" });
      expect(await failureOf(withTrailing(truncated, END.repeat(20)))).toMatchObject({ reason: "corrupt" });
    }
  });
});
