/**
 * Subset of the ustar format that archives need: plain files with short ASCII names. It takes a few lines, and strict
 * reading is the main protection against hostile archives: links, paths, sparse files and extensions are not supported.
 */
export const TAR_BLOCK = 512;

/** Maximum size in eleven octal digits: 8 GiB. */
export const MAX_TAR_ENTRY_BYTES = 0o77777777777;

/** Two empty blocks end an archive. */
export const TAR_END = new Uint8Array(2 * TAR_BLOCK);

/** Returns the header of a plain file. It contains no time, so the same content gives the same bytes. */
export const tarHeader = (name: string, size: number): Uint8Array => {
  const header = Buffer.alloc(TAR_BLOCK);
  header.write(name, 0, 100, "latin1");
  header.write("0000644\0", 100, "latin1");
  header.write("0000000\0", 108, "latin1");
  header.write("0000000\0", 116, "latin1");
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("00000000000\0", 136, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, CHECKSUM_AT, "latin1");
  return header;
};

/** Returns the zeros that pad an entry to whole blocks. */
export const tarPadding = (size: number): Uint8Array => new Uint8Array((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);

export interface TarEntry {
  readonly name: string;
  readonly size: number;
}

/** Returns undefined if the block is not the header of a plain file. */
export const parseTarHeader = (block: Buffer): TarEntry | undefined => {
  const type = block[156];
  const size = octal(block, 124, 12);
  if (octal(block, CHECKSUM_AT, 8) !== checksum(block) || size === undefined) return undefined;
  // A prefix would mean a longer name than archives use.
  if ((type !== 0 && type !== 0x30) || block[345] !== 0) return undefined;
  return { name: block.toString("latin1", 0, 100).split("\0", 1)[0]!, size };
};

const CHECKSUM_AT = 148;

/** Returns the sum of the bytes, with spaces in place of the checksum field. */
const checksum = (header: Uint8Array): number => {
  let sum = 8 * 0x20;
  for (let at = 0; at < TAR_BLOCK; at += 1) {
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 8) sum += header[at]!;
  }
  return sum;
};

const octal = (block: Buffer, at: number, length: number): number | undefined => {
  const text = block.toString("latin1", at, at + length).replace(/(?<![\0 ])[\0 ]+$/, "");
  return /^[0-7]{1,11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
};
