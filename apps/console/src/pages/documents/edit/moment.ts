const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Formats a time for a date-and-time field in the reader's time zone: `2026-12-31T18:30`. Empty for none. */
export const momentOf = (time: string | undefined): string => {
  if (time === undefined) return "";
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

/** Converts the value of a date-and-time field to ISO 8601. */
export const timeOf = (moment: string): string => new Date(moment).toISOString();
