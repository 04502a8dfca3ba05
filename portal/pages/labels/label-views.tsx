/**
 * The tabs of the page of labels, for leads and administrators: the list and the scanner's line. Other roles have only one of
 * them.
 */
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
