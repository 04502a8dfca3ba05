/** The frame of both views of packing. */
import type { ReactNode } from 'react';
import { ExportButton } from '../../design/export-button.tsx';
import { Page, Tabs } from '../../design/page.tsx';

interface ShippersFrameProps {
  readonly view: 'shippers' | 'rules';
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function ShippersFrame({ view, aside, actions, children }: ShippersFrameProps) {
  const isRules = view === 'rules';
  return (
    <Page
      title="Shippers"
      aside={aside}
      actions={
        <>
          <ExportButton exported={{ list: isRules ? '/api/PackingRules/List' : '/api/Shippers/List', filters: {} }} />
          {actions}
        </>
      }
    >
      <Tabs
        label="Shippers"
        tabs={[
          { label: 'Shippers', to: '/shippers', search: {}, isCurrent: !isRules },
          { label: 'Packing rules', to: '/shippers', search: { view: 'rules' }, isCurrent: isRules },
        ]}
      />
      {children}
    </Page>
  );
}
