import { committedFile } from "../fixtures/file-fixtures.ts";
import { packedEntry, rawZip } from "../makers/archive.ts";
import { OFFICE_TYPES, officeFileWith } from "../makers/office-parts.ts";
import { oleContainer } from "../makers/ole-container.ts";
import { either, fails, type HostileFile, saying } from "./hostile-file.ts";

/**
 * Returns a file as Office writes it with a password: the header of agile encryption, and random bytes as the package.
 */
const encryptedOffice = (): Uint8Array => {
  const description =
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData saltSize="16"/></encryption>';
  return oleContainer({
    EncryptionInfo: Buffer.from(`\x04\0\x04\0\x40\0\0\0${description}`, "latin1"),
    EncryptedPackage: Buffer.alloc(9_000, 0x5a),
  });
};

const OLD_STREAMS = { docx: "WordDocument", pptx: "PowerPoint Document", xlsx: "Workbook" };

/** Files that require a password, and old ones that resemble them. */
export const encrypted: readonly HostileFile[] = [
  ...saying(/encrypted.*(?:remove|without).*password/i, [
    fails("pdf with a password", () => committedFile("locked.pdf")),
    ...OFFICE_TYPES.map((fileType) => fails(`${fileType} with a password`, encryptedOffice)),
  ]),
  ...saying(
    /old|save it as|binary/i,
    OFFICE_TYPES.map((fileType) =>
      fails(`${fileType} that is an old binary file`, () =>
        oleContainer({ [OLD_STREAMS[fileType]]: Buffer.alloc(9_000, 0x20) }),
      ),
    ),
  ),
  fails("pdf that is an encrypted office file", encryptedOffice),
  either("docx that is encrypted in name only", () => officeFileWith("docx", { EncryptionInfo: "nothing" })),
  ...saying(/encrypted|password/i, [
    fails("docx whose entries are zip-encrypted", () =>
      rawZip([
        { ...packedEntry("[Content_Types].xml", "<Types/>"), isEncrypted: true },
        { ...packedEntry("word/document.xml", "noise"), isEncrypted: true },
      ]),
    ),
  ]),
];
