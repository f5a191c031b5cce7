import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { mustBe } from "./field-problem.ts";

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

const MS_PER_SECOND = 1000;
const NANOS_PER_MS = 1_000_000;

/** Formats a timestamp as `2026-11-20T10:00:00.000Z`: UTC, always with milliseconds. Finer digits are truncated. */
export function timestampText(timestamp: Pick<Timestamp, "seconds"> & { readonly nanos?: number }): string {
  const ms = Number(timestamp.seconds) * MS_PER_SECOND + Math.floor((timestamp.nanos ?? 0) / NANOS_PER_MS);
  return new Date(ms).toISOString();
}

/** Parses an ISO 8601 time with a zone, with millisecond precision. Finer digits are truncated. */
export function parseTimestamp(value: unknown): Timestamp {
  const ms = typeof value === "string" && ISO_8601.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw mustBe("an ISO 8601 timestamp such as 2026-11-20T10:00:00.000Z", value);
  // Rounded down, so that nanos are positive before 1970 too, as the type requires.
  const seconds = Math.floor(ms / MS_PER_SECOND);
  const nanos = (ms - seconds * MS_PER_SECOND) * NANOS_PER_MS;
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos });
}
