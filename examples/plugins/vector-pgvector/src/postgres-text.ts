/**
 * Converts any string to a form that PostgreSQL's `text` and `jsonb` accept, which support neither NUL nor lone
 * surrogates. Escapes as in JSON, so that distinct strings remain distinct.
 */
export const toPostgresText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Ids are stored as their UTF-8 bytes: this supports any character, and sorts by code points. */
export const idBytes = (id: string): Buffer => Buffer.from(id, "utf8");

export const idOf = (bytes: Buffer): string => bytes.toString("utf8");

/** Returns a vector in pgvector's format. */
export const vectorText = (vector: Float32Array): string => `[${vector.join(",")}]`;

export const vectorOf = (text: string): Float32Array => Float32Array.from(JSON.parse(text) as number[]);
