/** The frame of all kinds of rules: the title and the tabs. */
import type { ReactNode } from 'react';
import { ExportButton } from '../../design/export-button.tsx';
import { Page, Tabs } from '../../design/page.tsx';

export const ruleViews = { weather: 'Weather', licenses: 'Licenses', credit: 'Credit', carriers: 'Carriers' } as const;
export type RuleViewName = keyof typeof ruleViews;

interface RulesFrameProps {
  readonly view: RuleViewName;
  readonly actions?: ReactNode;
  /** Whether a text narrows the list. */
  readonly isFiltered?: boolean;
  readonly children: ReactNode;
}

export function RulesFrame({ view, actions, isFiltered = false, children }: RulesFrameProps) {
  const list = view === 'carriers' ? '/api/CarrierRules/List' : '/api/Rules/List';
  return (
    <Page
      title="Rules"
      actions={
        <>
          <ExportButton exported={{ list, filters: {} }} hasOthers={isFiltered} />
          {actions}
        </>
      }
    >
      <Tabs
        label="Kinds of rules"
        tabs={Object.entries(ruleViews).map(([name, label]) => ({
          label,
          to: '/rules',
          search: name === 'weather' ? {} : { view: name },
          isCurrent: name === view,
        }))}
      />
      {children}
    </Page>
  );
}
