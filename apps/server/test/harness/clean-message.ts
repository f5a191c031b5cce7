/** Signs of the inside of the service: stacks, paths, internal names and libraries. */
const INSIDE: readonly RegExp[] = [
  /\n\s+at /,
  /\b\w*Error:/,
  /node_modules|node:|file:\/\//,
  /(^|[\s"'(])\/(?!v1)\w+\//,
  /\.(ts|js|mjs|node)\b/,
  /\b(E[A-Z]{4,}|ERR_\w+|errno|undefined|NaN|null pointer|\[object)\b/,
  /pdfium|pdf\.?js|yauzl|officeparser|fflate|numfmt|htmlparser|parse5|saxes|sax\b|busboy|sqlite|piscina|kysely|protobuf|effect\b|undici|\bv8\b/i,
];

/** What of a message is none of its reader's business; undefined when it is clean. */
export const leakIn = (message: string): string | undefined =>
  INSIDE.map((pattern) => pattern.exec(message)?.[0]).find((found) => found !== undefined);
