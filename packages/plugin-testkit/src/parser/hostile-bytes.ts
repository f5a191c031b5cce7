import { crc32 } from "node:zlib";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** Small files of other types, by description. */
export const FOREIGN_FILES: Readonly<Record<string, Uint8Array>> = {
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  gif: latin1(
    "GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
  ),
  jpeg: latin1("\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9"),
  pdf: latin1("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"),
  zip: storedZip("readme.txt", latin1("nothing of Office in here")),
};

/** Returns pseudo-random bytes, including zeros; the same for the same seed. */
export function garbage(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed | 1;
  for (let index = 0; index < length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state & 0xff;
  }
  return bytes;
}

/** Returns a copy with some bytes changed; the seed determines which ones. */
export function damage(bytes: Uint8Array, seed: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const noise = new DataView(garbage(24 * 5, seed).buffer);
  for (let change = 0; change < 24; change++) {
    copy[noise.getUint32(change * 5) % copy.length] = noise.getUint8(change * 5 + 4);
  }
  return copy;
}

/** Returns a zip archive with one uncompressed (stored) entry. */
function storedZip(name: string, content: Buffer): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(content.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  const nameLength = Buffer.from([name.length, 0, 0, 0]);
  const local = Buffer.concat([latin1("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0"), sizes, nameLength, latin1(name), content]);
  const central = Buffer.concat([
    latin1("PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0"),
    sizes,
    nameLength,
    Buffer.alloc(14),
    latin1(name),
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
