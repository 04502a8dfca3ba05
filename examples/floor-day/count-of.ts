/** Counts in the printed report. Pure. */

/** `1 box`, `2 boxes`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
