/** The frame of all views of the calendars. */
import { type ViewProps, ViewsPage } from '../../design/page.tsx';

const views = { days: 'Next days', cutoffs: 'Cutoffs', holidays: 'Holidays' } as const;

export function CalendarsFrame(view: ViewProps<keyof typeof views>) {
  return <ViewsPage title="Calendars" to="/calendars" views={views} {...view} />;
}

/** `2:30 PM`, of `14:30`. */
export function timeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** `Los Angeles` of `America/Los_Angeles`. */
export const cityOf = (timeZone: string): string => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
