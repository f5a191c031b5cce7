/**
 * Any string as PostgreSQL's `text` and `jsonb` take it, which know neither NUL nor half a surrogate pair: escaped as in
 * JSON, so that no two strings become one.
 */
export const toPostgresText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Ids are kept as their UTF-8 bytes: any character may be in them, and their order is the code points'. */
export const idBytes = (id: string): Buffer => Buffer.from(id, "utf8");

export const idOf = (bytes: Buffer): string => bytes.toString("utf8");

/** As pgvector writes it. */
export const vectorText = (vector: Float32Array): string => `[${vector.join(",")}]`;

export const vectorOf = (text: string): Float32Array => Float32Array.from(JSON.parse(text) as number[]);
