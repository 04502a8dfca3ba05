/** The tabs of the page of labels: the list for offices, and the scanner's line for roles that work on the floor. */
import { useOperator } from '../../api/session.ts';
import { Tabs } from '../../design/page.tsx';

export function LabelViews({ current }: { readonly current: 'list' | 'scan' }) {
  const { Role } = useOperator();
  if (Role === 'floor' || Role === 'service') return null;
  const tabs = [
    { label: 'Of a winery', to: '/labels', search: {}, isCurrent: current === 'list' },
    { label: 'Scan', to: '/labels', search: { view: 'scan' }, isCurrent: current === 'scan' },
  ];
  return <Tabs label="Labels" tabs={tabs} />;
}
