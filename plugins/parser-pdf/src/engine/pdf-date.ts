const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/;

/** Converts a PDF date (`D:20240131120000+01'00'`) to ISO 8601 in UTC. Returns undefined if it is not a date. */
export function parsePdfDate(value: string): string | undefined {
  const match = PDF_DATE.exec(value);
  if (match === null) return undefined;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", , sign, zoneHour, zoneMinute] =
    match;
  const zone = sign === undefined ? "Z" : `${sign}${zoneHour}:${zoneMinute ?? "00"}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
