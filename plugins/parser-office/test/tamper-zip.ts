const CENTRAL_ENTRY = "PK\u0001\u0002";

/** Returns the offset of an entry in the archive's central directory. */
function centralEntry(archive: Buffer, name: string): number {
  return archive.lastIndexOf(CENTRAL_ENTRY, archive.lastIndexOf(name), "latin1");
}

/** Returns the archive with another uncompressed size in the directory for one entry. */
export function declareSize(bytes: Uint8Array, name: string, size: number): Uint8Array {
  const archive = Buffer.from(bytes);
  archive.writeUInt32LE(size, centralEntry(archive, name) + 24);
  return archive;
}

/** Returns the archive with the directory entry of one name pointing to the bytes of another. */
export function share(bytes: Uint8Array, name: string, other: string): Uint8Array {
  const archive = Buffer.from(bytes);
  const [from, to] = [centralEntry(archive, other), centralEntry(archive, name)];
  archive.copy(archive, to + 16, from + 16, from + 28);
  archive.copy(archive, to + 42, from + 42, from + 46);
  return archive;
}
