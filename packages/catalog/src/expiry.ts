import { invalidArgument } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";

/** Rejects a time in the past or too far in the future. Throws a `DomainError` that names the field. */
export const checkExpiresAt = (expiresAt: string, now = Date.now()): void => {
  if (Date.parse(expiresAt) <= now) throw invalidArgument(`expires_at: must be in the future, got ${expiresAt}`);
  // Longer strings would not sort correctly with the others, which are compared as text.
  if (expiresAt.length !== NOW_LENGTH)
    throw invalidArgument(`expires_at: must be before the year 10000, got ${expiresAt}`);
};

const NOW_LENGTH = "2026-11-20T10:00:00.000Z".length;

const MS_PER_SECOND = 1_000;

/** Returns when a document added now without an explicit expiry expires; null for never. */
export const defaultExpiry = ({ defaultTtlSeconds }: CollectionRecord, now = Date.now()): string | null =>
  defaultTtlSeconds === null ? null : new Date(now + defaultTtlSeconds * MS_PER_SECOND).toISOString();
