const SECTOR_BYTES = 512;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const ENTRY_BYTES = 128;
/** Shorter streams would have to be stored in the mini stream. */
const MINIMUM_STREAM_BYTES = 4_096;

/**
 * Returns an OLE2 compound file with these streams: the format of old Office files, and the wrapper of encrypted new
 * ones. It has one table sector, so at most 60 kB in total.
 */
export const oleContainer = (streams: Readonly<Record<string, Uint8Array>>): Buffer => {
  const names = Object.keys(streams);
  const contents = Object.values(streams).map((bytes) => padded(bytes, MINIMUM_STREAM_BYTES));
  const table = Buffer.alloc(SECTOR_BYTES, 0xff);
  table.writeUInt32LE(FAT_SECTOR, 0);
  let next = 1;
  const chain = (sectors: number): number => {
    const first = next;
    for (const last = next + sectors - 1; next <= last; next++) {
      table.writeUInt32LE(next === last ? END_OF_CHAIN : next + 1, next * 4);
    }
    return first;
  };
  const directorySectors = Math.ceil(((names.length + 1) * ENTRY_BYTES) / SECTOR_BYTES);
  const directoryStart = chain(directorySectors);
  const entries = [directoryEntry("Root Entry", { type: 5, child: 1, right: FREE, start: END_OF_CHAIN, size: 0 })];
  for (const [index, name] of names.entries()) {
    const size = contents[index]!.length;
    const right = index + 1 < names.length ? index + 2 : FREE;
    entries.push(directoryEntry(name, { type: 2, child: FREE, right, start: chain(size / SECTOR_BYTES), size }));
  }
  const directory = padded(Buffer.concat(entries), SECTOR_BYTES);
  return Buffer.concat([header(directoryStart), table, directory, ...contents]);
};

const padded = (bytes: Uint8Array, least: number): Buffer => {
  const whole = Buffer.alloc(Math.max(least, Math.ceil(bytes.length / SECTOR_BYTES) * SECTOR_BYTES));
  whole.set(bytes);
  return whole;
};

const header = (directoryStart: number): Buffer => {
  const bytes = Buffer.alloc(SECTOR_BYTES);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(directoryStart, 48);
  bytes.writeUInt32LE(MINIMUM_STREAM_BYTES, 56);
  bytes.writeUInt32LE(END_OF_CHAIN, 60);
  bytes.writeUInt32LE(END_OF_CHAIN, 68);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
};

/** Returns a directory entry. `child` and `right` are entry numbers, `start` is a sector number. */
const directoryEntry = (
  title: string,
  { type, child, right, start, size }: Readonly<Record<"type" | "child" | "right" | "start" | "size", number>>,
): Buffer => {
  const entry = Buffer.alloc(ENTRY_BYTES);
  const name = Buffer.from(`${title}\0`, "utf16le");
  name.copy(entry);
  entry.writeUInt16LE(name.length, 64);
  entry[66] = type;
  entry[67] = 1;
  entry.writeUInt32LE(FREE, 68);
  entry.writeUInt32LE(right, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
};
