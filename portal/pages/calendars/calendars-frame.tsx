/** The frame of all views of the calendars. */
import type { ReactNode } from 'react';
import { Page, Tabs } from '../../design/page.tsx';

const views = { days: 'Next days', cutoffs: 'Cutoffs', holidays: 'Holidays' } as const;

interface CalendarsFrameProps {
  readonly view: keyof typeof views;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function CalendarsFrame({ view, aside, actions, children }: CalendarsFrameProps) {
  return (
    <Page title="Calendars" aside={aside} actions={actions}>
      <Tabs
        label="Calendars"
        tabs={Object.entries(views).map(([name, label]) => ({
          label,
          to: '/calendars',
          search: name === 'days' ? {} : { view: name },
          isCurrent: name === view,
        }))}
      />
      {children}
    </Page>
  );
}

/** `2:30 PM`, of `14:30`. */
export function timeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')} ${half}`;
}
