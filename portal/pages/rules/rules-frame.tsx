/** The frame of all kinds of rules: the title and the tabs. */
import { ExportButton } from '../../design/export-button.tsx';
import { type ViewProps, ViewsPage } from '../../design/page.tsx';

export const ruleViews = { weather: 'Weather', licenses: 'Licenses', credit: 'Credit', carriers: 'Carriers' } as const;
export type RuleViewName = keyof typeof ruleViews;

interface RulesFrameProps extends ViewProps<RuleViewName> {
  /** Whether a text narrows the list. */
  readonly isFiltered?: boolean;
}

export function RulesFrame({ actions, isFiltered = false, ...view }: RulesFrameProps) {
  const list = view.view === 'carriers' ? '/api/CarrierRules/List' : '/api/Rules/List';
  return (
    <ViewsPage
      title="Rules"
      label="Kinds of rules"
      to="/rules"
      views={ruleViews}
      actions={
        <>
          <ExportButton exported={{ list, filters: {} }} hasOthers={isFiltered} />
          {actions}
        </>
      }
      {...view}
    />
  );
}
