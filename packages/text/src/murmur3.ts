const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/**
 * Computes MurmurHash3 (x86, 32 bit) of the text's UTF-8 bytes: an unsigned integer, the same on every platform. No
 * allocation. A lone surrogate is hashed as U+FFFD, as a UTF-8 encoder would write it.
 */
export function murmur3(text: string, seed = 0): number {
  let hash = seed | 0;
  let word = 0;
  let byteCount = 0;
  const addByte = (byte: number): void => {
    word |= byte << ((byteCount & 3) << 3);
    if ((++byteCount & 3) !== 0) return;
    hash = Math.imul(rotateLeft(hash ^ scramble(word), 13), 5) + 0xe6546b64;
    word = 0;
  };
  for (let index = 0; index < text.length; index++) {
    let code = text.charCodeAt(index);
    if (code < 0x80) {
      addByte(code);
      continue;
    }
    if ((code & 0xf800) === 0xd800) {
      const point = text.codePointAt(index)!;
      if (point > 0xffff) index++;
      code = point > 0xffff ? point : 0xfffd;
    }
    addMultiByte(code, addByte);
  }
  if ((byteCount & 3) !== 0) hash ^= scramble(word);
  return finish(hash ^ byteCount);
}

function addMultiByte(point: number, addByte: (byte: number) => void): void {
  if (point < 0x800) {
    addByte(0xc0 | (point >> 6));
  } else {
    if (point < 0x10000) {
      addByte(0xe0 | (point >> 12));
    } else {
      addByte(0xf0 | (point >> 18));
      addByte(0x80 | ((point >> 12) & 0x3f));
    }
    addByte(0x80 | ((point >> 6) & 0x3f));
  }
  addByte(0x80 | (point & 0x3f));
}

function scramble(word: number): number {
  return Math.imul(rotateLeft(Math.imul(word, C1), 15), C2);
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finish(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
