const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** Whether a term consists of a number only: `1488`, `12.5`; not `3m`, `q4` or the version `2.10.3`. */
export const isNumber = (term: string): boolean => NUMBER.test(term);
