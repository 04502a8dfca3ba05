/**
 * Opening hours by day of the week, from the lines that operators' files and carriers have (decision 9):
 * `Mo-Fr 09:00-19:00`, `Mon-Fri: 9:00am-7:00pm`, `MONDAY 09:00:00-12:00:00, 13:00:00-19:00:00`. Pure.
 */

/** A period on one day, in `HH:mm`; the end of the day is 23:59. */
interface BusinessHours {
  readonly day: string;
  readonly open: string;
  readonly close: string;
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayNames = String.raw`(?:mo|tu|we|th|fr|sa|su)[a-z]*\.?`;
const line = new RegExp(String.raw`^(${dayNames}(?:\s*[-,/&]\s*${dayNames})*)\s*:?\s+(.+)$`, 'i');
const time = String.raw`(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?`;
const period = new RegExp(String.raw`^${time}\s*-\s*${time}$`, 'i');
const wholeDay = /^(open[ _])?(all[ _]day|24 hours)$/i;

/** Monday first. Closed days and lines in any other format are omitted. */
export function parseBusinessHours(lines: readonly string[]): BusinessHours[] {
  const hours = lines.flatMap((text) => {
    // Of runs of spaces and line breaks the patterns would try every division.
    const [, named = '', rest = ''] = line.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
    const periods = parsePeriods(rest);
    return parseDays(named).flatMap((day) => periods.map((times) => ({ day, ...times })));
  });
  return hours
    .map(({ day, ...times }) => ({ index: day, day: days[day] as string, ...times }))
    .sort((a, b) => a.index - b.index)
    .map(({ day, open, close }) => ({ day, open, close }));
}

/** The indexes of `Mo-Fr, Su`; a range may pass the end of the week. */
function parseDays(text: string): number[] {
  if (text === '') return [];
  return text.split(/[,/&]/).flatMap((part) => {
    const [first = 0, last = first] = part
      .split('-')
      .map((name) => days.findIndex((day) => day.slice(0, 2).toLowerCase() === name.trim().slice(0, 2).toLowerCase()));
    return Array.from(
      { length: ((last - first + days.length) % days.length) + 1 },
      (_, i) => (first + i) % days.length,
    );
  });
}

/** None when a part is not a period: a break that is not understood would look open. */
function parsePeriods(text: string): Omit<BusinessHours, 'day'>[] {
  if (wholeDay.test(text)) return [{ open: '00:00', close: '23:59' }];
  const periods = text.split(',').map((part) => {
    const [, openHour, openMinute, openHalf, closeHour, closeMinute, closeHalf] = period.exec(part.trim()) ?? [];
    const open = toTime(openHour, openMinute, openHalf);
    const close = toTime(closeHour, closeMinute, closeHalf);
    return open === undefined || close === undefined ? undefined : { open, close: close === '00:00' ? '23:59' : close };
  });
  return periods.every((found) => found !== undefined) ? periods : [];
}

function toTime(hour: string | undefined, minute = '00', half: string | undefined): string | undefined {
  if (hour === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 24 || Number(minute) > 59) return undefined;
  return `${String(hours % 24).padStart(2, '0')}:${minute}`;
}
