/** Makes browsers save a file under its name: RFC 6266, with the RFC 5987 form for names beyond plain ASCII. */
export function attachment(filename: string): string {
  const name = filename.toWellFormed();
  const fallback = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const plain = `attachment; filename="${fallback}"`;
  return fallback === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`;
}

// encodeURIComponent leaves ' ( ) * unescaped, which RFC 5987 does not allow in a value.
const extendedValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
