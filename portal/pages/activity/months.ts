/** Months as the address and the interface write them: `2026-11`. */

/** How many months can be chosen, besides an earlier one that the address names. */
const choices = 24;

/** A month and those before it. */
export function monthsUpTo(current: string): string[] {
  const [year = 0, month = 1] = current.split('-').map(Number);
  return Array.from({ length: choices }, (_, back) => {
    const at = new Date(Date.UTC(year, month - 1 - back, 1));
    return at.toISOString().slice(0, 7);
  });
}

/** The last day of a month: `2026-11-30`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

const words = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026` */
export function monthInWords(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return words.format(new Date(Date.UTC(year, number - 1, 1)));
}
