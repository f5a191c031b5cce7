/**
 * Compares strings by Unicode code points. This is also the order of their UTF-8 bytes, and so of databases with a
 * binary collation. JavaScript's own `<` compares UTF-16 units and differs above U+FFFF.
 */
export const compareStrings = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
};

// Surrogates (U+D800..DFFF) encode code points above U+FFFF: they sort after the rest of the plane.
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
