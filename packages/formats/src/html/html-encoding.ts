/**
 * Bytes searched for a page's own declaration. More than a browser's 1,024 bytes, because long comments can precede it.
 */
const DECLARATION_BYTES = 16_384;

/**
 * Returns the encoding declared by `<meta charset>` or `<meta http-equiv="content-type">`. Comments and scripts are
 * ignored.
 */
export function declaredEncoding(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, DECLARATION_BYTES)).toString("latin1");
  const markup = text.replace(/<!--[\s\S]*?(?:-->|$)|<script\b[\s\S]*?(?:<\/script|$)/gi, " ");
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w:.-]+)["']/.exec(text)?.[1];
  return /<meta\b[^>]*?\bcharset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(markup)?.[1] ?? xml;
}
