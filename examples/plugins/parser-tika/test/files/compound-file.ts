const SECTOR = 512;
const MINI_SECTOR = 64;
const END = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const FREE = 0xffffffff;
/** Streams below this size are stored in the mini stream. This writer creates no others. */
const MINI_LIMIT = 4_096;

/**
 * Builds an OLE2 compound file with one storage of small streams, like Outlook's messages: header, FAT, directory, mini
 * FAT, mini stream, each with as many sectors as a file with a single FAT sector needs.
 */
export const compoundFile = (streams: Readonly<Record<string, Uint8Array>>): Uint8Array => {
  const names = Object.keys(streams).toSorted(byLengthThenName);
  const miniFat: number[] = [];
  const starts = new Map<string, number>();
  for (const name of names) {
    const { length } = streams[name]!;
    if (length === 0 || length >= MINI_LIMIT) throw new Error(`${name}: 1 to ${MINI_LIMIT - 1} bytes`);
    starts.set(name, miniFat.length);
    chain(miniFat, Math.ceil(length / MINI_SECTOR));
  }
  const miniStream = Buffer.concat(names.map((name) => padded(streams[name]!, MINI_SECTOR)));
  const fat = [FAT_SECTOR];
  const directoryStart = chain(fat, Math.ceil(((names.length + 1) * 128) / SECTOR));
  const miniFatStart = chain(fat, Math.ceil((miniFat.length * 4) / SECTOR));
  const miniStreamStart = chain(fat, Math.ceil(miniStream.length / SECTOR));
  const entries = [
    directoryEntry("Root Entry", 5, {
      start: miniStreamStart,
      size: miniStream.length,
      child: middle(1, names.length),
    }),
    ...names.map((name, index) =>
      directoryEntry(name, 2, {
        start: starts.get(name)!,
        size: streams[name]!.length,
        ...siblings(index + 1, names.length),
      }),
    ),
  ];
  return Buffer.concat([
    header(directoryStart, miniFatStart, Math.ceil((miniFat.length * 4) / SECTOR)),
    ...[numbers(fat), padded(Buffer.concat(entries), SECTOR), numbers(miniFat), padded(miniStream, SECTOR)],
  ]);
};

/** Adds a chain of sectors to an allocation table and returns its first sector. */
const chain = (table: number[], sectors: number): number => {
  const start = table.length;
  for (let index = 1; index <= sectors; index += 1) table.push(index === sectors ? END : start + index);
  return start;
};

const padded = (bytes: Uint8Array, unit: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((unit - (bytes.length % unit)) % unit)]);

const numbers = (table: readonly number[]): Buffer => {
  const sector = Buffer.alloc(Math.ceil((table.length * 4) / SECTOR) * SECTOR, 0xff);
  for (const [index, value] of table.entries()) sector.writeUInt32LE(value, index * 4);
  return sector;
};

const header = (directoryStart: number, miniFatStart: number, miniFatSectors: number): Buffer => {
  const bytes = Buffer.alloc(SECTOR, 0);
  bytes.write("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1");
  for (const [offset, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, offset);
  const fields = { 44: 1, 48: directoryStart, 56: MINI_LIMIT, 60: miniFatStart, 64: miniFatSectors, 68: END };
  for (const [offset, value] of Object.entries(fields)) bytes.writeUInt32LE(value, Number(offset));
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
};

interface Entry {
  readonly start: number;
  readonly size: number;
  readonly left?: number;
  readonly right?: number;
  readonly child?: number;
}

const directoryEntry = (name: string, type: number, { start, size, left, right, child }: Entry): Buffer => {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(type, 66);
  // Black: a tree this small needs no red nodes.
  bytes.writeUInt8(1, 67);
  for (const [index, value] of [left, right, child].entries()) bytes.writeUInt32LE(value ?? FREE, 68 + index * 4);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
};

/** The entries form a balanced tree, sorted by name. */
const middle = (first: number, last: number): number => Math.floor((first + last) / 2);
const siblings = (entry: number, count: number): { readonly left?: number; readonly right?: number } => {
  let [first, last] = [1, count];
  for (;;) {
    const at = middle(first, last);
    if (at === entry) {
      return { ...(first < at && { left: middle(first, at - 1) }), ...(at < last && { right: middle(at + 1, last) }) };
    }
    if (entry < at) last = at - 1;
    else first = at + 1;
  }
};

const byLengthThenName = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
