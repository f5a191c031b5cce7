const SECTOR_BYTES = 512;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const ENTRY_BYTES = 128;
const ENTRIES_PER_SECTOR = SECTOR_BYTES / ENTRY_BYTES;
/** Shorter streams would have to lie in a container within the container. */
const MINIMUM_STREAM_BYTES = 4_096;

export interface OleStream {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * An OLE2 compound file with these streams: what old Office files are, and what an encrypted new one is wrapped in.
 * One table sector, so 60 kB at most in all.
 */
export const oleContainer = (streams: readonly OleStream[]): Buffer => {
  const padded = streams.map(({ name, bytes }) => ({ name, bytes: pad(bytes) }));
  const directorySectors = Math.ceil((padded.length + 1) / ENTRIES_PER_SECTOR);
  const table = Buffer.alloc(SECTOR_BYTES, 0xff);
  let next = 0;
  const chain = (sectors: number): number => {
    const first = next;
    for (let index = 0; index < sectors; index++, next++) {
      table.writeUInt32LE(index === sectors - 1 ? END_OF_CHAIN : next + 1, next * 4);
    }
    return first;
  };
  table.writeUInt32LE(FAT_SECTOR, 0);
  next = 1;
  const directoryStart = chain(directorySectors);
  const starts = padded.map(({ bytes }) => chain(bytes.length / SECTOR_BYTES));
  const directory = Buffer.alloc(directorySectors * SECTOR_BYTES);
  writeEntry(directory, 0, { name: "Root Entry", type: 5, child: 1, right: FREE, start: END_OF_CHAIN, size: 0 });
  for (const [index, { name, bytes }] of padded.entries()) {
    const right = index + 1 < padded.length ? index + 2 : FREE;
    writeEntry(directory, index + 1, { name, type: 2, child: FREE, right, start: starts[index]!, size: bytes.length });
  }
  return Buffer.concat([header(directoryStart), table, directory, ...padded.map(({ bytes }) => bytes)]);
};

const pad = (bytes: Uint8Array): Buffer => {
  const size = Math.max(MINIMUM_STREAM_BYTES, Math.ceil(bytes.length / SECTOR_BYTES) * SECTOR_BYTES);
  const padded = Buffer.alloc(size);
  padded.set(bytes);
  return padded;
};

const header = (directoryStart: number): Buffer => {
  const bytes = Buffer.alloc(SECTOR_BYTES);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.writeUInt16LE(0x3e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(directoryStart, 48);
  bytes.writeUInt32LE(MINIMUM_STREAM_BYTES, 56);
  bytes.writeUInt32LE(END_OF_CHAIN, 60);
  bytes.writeUInt32LE(END_OF_CHAIN, 68);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
};

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly child: number;
  readonly right: number;
  readonly start: number;
  readonly size: number;
}

const writeEntry = (directory: Buffer, index: number, entry: DirectoryEntry): void => {
  const at = index * ENTRY_BYTES;
  const name = Buffer.from(`${entry.name}\0`, "utf16le");
  name.copy(directory, at);
  directory.writeUInt16LE(name.length, at + 64);
  directory[at + 66] = entry.type;
  directory[at + 67] = 1;
  directory.writeUInt32LE(FREE, at + 68);
  directory.writeUInt32LE(entry.right, at + 72);
  directory.writeUInt32LE(entry.child, at + 76);
  directory.writeUInt32LE(entry.start, at + 116);
  directory.writeUInt32LE(entry.size, at + 120);
};
