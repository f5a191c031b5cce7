import { type FileHandle, open } from "node:fs/promises";
import { describeFileContent, ParserError, SNIFF_BYTES, sniffFileType } from "@quarry/plugin";
import { OFFICE_NAMES, type OfficeType } from "../office-type.ts";

const READ_BYTES = 65_536;
/** Name of the stream that contains an encrypted Office file, in UTF-16. */
const ENCRYPTED_STREAM = Buffer.from("EncryptedPackage", "utf16le");

/**
 * Fails unless the file is a zip archive. Identifies other files with an Office extension: encrypted and old binary
 * files, images, text.
 */
export async function checkContainer(path: string, expected: OfficeType): Promise<void> {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  if (bytesRead === 0) throw new ParserError("empty", "the file is empty: check it and upload it again");
  const head = buffer.subarray(0, bytesRead);
  const type = sniffFileType(head);
  if (type === "zip") return;
  if (type === "ole2") throw (await isEncrypted(file)) ? encrypted() : oldFormat(expected);
  throw new ParserError(
    "wrong_type",
    `the file is ${describeFileContent(head)}, not ${OFFICE_NAMES[expected]}: rename it to its real type and upload it again`,
  );
}

async function isEncrypted(file: FileHandle): Promise<boolean> {
  const buffer = Buffer.alloc(READ_BYTES);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
    if (buffer.subarray(0, bytesRead).includes(ENCRYPTED_STREAM)) return true;
    if (bytesRead < READ_BYTES) return false;
    // The name can cross the border of two reads.
    position += READ_BYTES - ENCRYPTED_STREAM.length;
  }
}

const encrypted = (): ParserError =>
  new ParserError("encrypted", "the file is encrypted: remove the password and upload it again");

const oldFormat = (expected: OfficeType): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is in the old binary Office format (.doc, .ppt, .xls): save it as .${expected} and upload that copy`,
  );
