/** Months as the address and the interface write them: `2026-11`. */

/** How many months can be chosen. */
const choices = 24;

/** The current month and those before it, by the clock of the browser. */
export function recentMonths(now: Date = new Date()): string[] {
  return Array.from({ length: choices }, (_, back) => {
    const at = new Date(now.getFullYear(), now.getMonth() - back, 1);
    return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
  });
}

const words = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

/** `November 2026` */
export function monthInWords(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return words.format(new Date(year, number - 1, 1));
}
