/** The frame of both views of the release. */
import type { ReactNode } from 'react';
import { Page, Tabs } from '../../design/page.tsx';

const views = { waiting: 'Waiting orders', schedules: 'Schedules' } as const;

interface ReleaseFrameProps {
  readonly view: keyof typeof views;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function ReleaseFrame({ view, aside, actions, children }: ReleaseFrameProps) {
  return (
    <Page title="Release" aside={aside} actions={actions}>
      <Tabs
        label="Release"
        tabs={Object.entries(views).map(([name, label]) => ({
          label,
          to: '/release',
          search: name === 'waiting' ? {} : { view: name },
          isCurrent: name === view,
        }))}
      />
      {children}
    </Page>
  );
}
