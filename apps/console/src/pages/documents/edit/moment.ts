const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A moment as a field for date and time has it, by the reader's clock: `2026-12-31T18:30`; empty for none. */
export const momentOf = (time: string | undefined): string => {
  if (time === undefined) return "";
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

/** The time that such a field says, in ISO 8601. */
export const timeOf = (moment: string): string => new Date(moment).toISOString();
