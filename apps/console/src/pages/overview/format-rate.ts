const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Formats a rate per minute: 0.4, 7.5, 1,200. */
export const formatRate = (value: number): string => (value < 10 ? precise : whole).format(value);
