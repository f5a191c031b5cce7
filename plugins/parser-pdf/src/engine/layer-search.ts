import { closeSync, openSync, readSync } from "node:fs";
import { constants, inflateSync } from "node:zlib";

const BLOCK_BYTES = 1_048_576;
/** Overlap of blocks: longer than any name or dictionary that is searched for. */
const OVERLAP_BYTES = 512;
/** A compressed object stream can contain the file's catalog. Only this much of it is searched. */
const MAX_GROUP_BYTES = 1_048_576;
const MAX_GROUPS = 5_000;
const GROUP = "/ObjStm";
const LAYERS = ["/OCProperties"];
/** Names by which a layer can be off: its own state, or a membership that depends on layers that are off. */
const STATES = ["/OFF", "/AllOff", "/AnyOff", "/VE"];
/** A list without layers, or a chance match in compressed bytes. */
const NO_STATE = /^\/(?:OFF\s*\[\s*\]|VE[^\s[])/;

/**
 * Whether a file has layers that may be off. The engine doesn't report it, and checking each text costs as much as
 * reading it. Encryption leaves names readable, except in compressed object streams: a file with both is assumed to
 * have such layers.
 */
export function mayHideLayers(path: string): boolean {
  const descriptor = openSync(path, "r");
  try {
    return mayContain(descriptor, LAYERS) && mayContain(descriptor, STATES);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether one of the names is in the file, or may be in an unreadable part of it. */
function mayContain(descriptor: number, names: readonly string[]): boolean {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES + OVERLAP_BYTES);
  let groups = 0;
  let isEncrypted = false;
  for (let position = 0; ; position += BLOCK_BYTES) {
    const length = readSync(descriptor, buffer, 0, buffer.length, position);
    const block = buffer.subarray(0, length);
    isEncrypted ||= block.includes("/Encrypt");
    if (contains(block, names)) return true;
    for (let at = block.indexOf(GROUP); at >= 0; at = block.indexOf(GROUP, at + 1)) {
      if (++groups > MAX_GROUPS || contains(readGroup(descriptor, position + at), names)) return true;
    }
    if (length < buffer.length) return isEncrypted && groups > 0;
  }
}

function contains(bytes: Buffer, names: readonly string[]): boolean {
  return names.some((name) => {
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
      if (!NO_STATE.test(bytes.toString("latin1", at, at + OVERLAP_BYTES))) return true;
    }
    return false;
  });
}

/** Returns the beginning of an object stream, or nothing if it isn't compressed as expected. */
function readGroup(descriptor: number, position: number): Buffer {
  const start = Math.max(0, position - OVERLAP_BYTES);
  const head = read(descriptor, start, 2 * OVERLAP_BYTES).toString("latin1");
  const stream = /stream\r?\n/g;
  stream.lastIndex = position - start;
  if (stream.exec(head) === null) return Buffer.alloc(0);
  const dictionary = head.slice(head.lastIndexOf("obj", position - start), stream.lastIndex);
  const bytes = Number(/\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1] ?? MAX_GROUP_BYTES);
  try {
    return inflateSync(read(descriptor, start + stream.lastIndex, Math.min(bytes, MAX_GROUP_BYTES)), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: 8 * MAX_GROUP_BYTES,
    });
  } catch {
    return Buffer.alloc(0);
  }
}

function read(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
}
