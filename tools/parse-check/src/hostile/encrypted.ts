import { drawPart, drawPdf } from "../fixtures/pdf-file.ts";
import { MANUAL } from "../fixtures/manual.ts";
import { inGroup } from "./hostile-file.ts";
import { oleContainer } from "./ole-container.ts";
import { OFFICE_TYPES, officeFileWith } from "./office-parts.ts";
import { packedEntry, rawZip } from "./raw-zip.ts";

const ENCRYPTED = /encrypted.*(?:remove|without).*password/i;

/** What Office writes when a file gets a password: agile encryption's description, and the package as noise. */
const encryptedOffice = (): Uint8Array => {
  const description =
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"><keyData saltSize="16"/></encryption>';
  return oleContainer([
    { name: "EncryptionInfo", bytes: Buffer.from(`\x04\0\x04\0\x40\0\0\0${description}`, "latin1") },
    { name: "EncryptedPackage", bytes: Buffer.alloc(9_000, 0x5a) },
  ]);
};

const oldOffice = (stream: string): Uint8Array => oleContainer([{ name: stream, bytes: Buffer.alloc(9_000, 0x20) }]);

/** Bit 0 of the flags of an entry. */
const ENCRYPTED_FLAG = 1;

/** Files that need a password, and old ones that look like them. */
export const encrypted = inGroup("encrypted", [
  {
    what: "pdf with a password",
    filename: "locked.pdf",
    make: () => drawPdf([drawPart(MANUAL.parts[0])], { password: "open sesame" }),
    ends: "failed",
    message: ENCRYPTED,
    quick: true,
  },
  ...OFFICE_TYPES.map((fileType) => ({
    what: `${fileType} with a password`,
    filename: `locked.${fileType}`,
    make: encryptedOffice,
    ends: "failed" as const,
    message: ENCRYPTED,
    quick: true,
  })),
  ...[
    ["docx", "WordDocument"],
    ["pptx", "PowerPoint Document"],
    ["xlsx", "Workbook"],
  ].map(([fileType, stream]) => ({
    what: `old binary file called .${fileType}`,
    filename: `old.${fileType}`,
    make: () => oldOffice(stream!),
    ends: "failed" as const,
    message: /old|save it as|binary/i,
    quick: true,
  })),
  {
    what: "pdf that is an encrypted office file",
    filename: "locked-office.pdf",
    make: encryptedOffice,
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "docx whose entries are zip-encrypted",
    filename: "zipcrypt.docx",
    make: () =>
      rawZip([
        { ...packedEntry("[Content_Types].xml", "<Types/>"), flags: ENCRYPTED_FLAG },
        { ...packedEntry("word/document.xml", "noise"), flags: ENCRYPTED_FLAG },
      ]),
    ends: "failed",
    message: /encrypted|password/i,
    quick: true,
  },
  {
    what: "docx that is encrypted in name only",
    filename: "plain.docx",
    make: () => officeFileWith("docx", { EncryptionInfo: "nothing" }),
    ends: "either",
    quick: true,
  },
]);
