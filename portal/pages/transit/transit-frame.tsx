/** The frame of all views of transit times and pickup locations. */
import type { ReactNode } from 'react';
import { Page, Tabs } from '../../design/page.tsx';

const views = { times: 'Times', locations: 'Pickup locations', ask: 'Ask a carrier' } as const;

interface TransitFrameProps {
  readonly view: keyof typeof views;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function TransitFrame({ view, actions, children }: TransitFrameProps) {
  return (
    <Page title="Transit times" actions={actions}>
      <Tabs
        label="Transit times"
        tabs={Object.entries(views).map(([name, label]) => ({
          label,
          to: '/transit',
          search: name === 'times' ? {} : { view: name },
          isCurrent: name === view,
        }))}
      />
      {children}
    </Page>
  );
}
