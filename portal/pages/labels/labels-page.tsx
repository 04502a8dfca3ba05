/** The labels of a winery's orders, bought or to be bought, and a tab where JIT labels are scanned. */
import { useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperator } from '../../api/session.ts';
import { CarrierServiceDisplay } from '../../design/carrier-service.tsx';
import { codeColumn, textColumn, timeColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { ChoiceFilter, FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import { ListPage, useList } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { OneWineryFilter } from '../../design/winery-filter.tsx';
import { isTest } from '../../environment.ts';
import { orderColumn } from '../orders/order-link.tsx';
import { LabelScanningView } from './label-scanning-view.tsx';
import { LabelViews } from './label-views.tsx';

type Label = ReplyOf<'/api/Labels/List'>['Records'][number];

const filterNames = ['customer', 'state', 'text'];

const states = {
  wanted: { label: 'To buy', tone: 'warn' },
  bought: { label: 'Bought', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  dropped: { label: 'Not needed', tone: 'neutral' },
  void_wanted: { label: 'Void pending', tone: 'warn' },
  voided: { label: 'Voided', tone: 'neutral' },
  void_refused: { label: 'Void refused', tone: 'bad' },
} as const;

const columns: readonly Column<Label>[] = [
  orderColumn,
  { key: 'box', header: 'Box', priority: 2, align: 'end', cell: ({ PackageNo }) => PackageNo },
  {
    key: 'state',
    header: 'State',
    priority: 1,
    cell: ({ State }) => <Status tone={states[State].tone}>{states[State].label}</Status>,
  },
  {
    key: 'service',
    header: 'Carrier',
    priority: 1,
    cell: ({ ShippingCarrier, ShippingCarrierService }) => (
      <CarrierServiceDisplay carrier={ShippingCarrier} service={ShippingCarrierService} />
    ),
  },
  codeColumn('TrackingNumber', 'Tracking number'),
  { key: 'price', header: 'Price', priority: 3, align: 'end', cell: ({ Price }) => Price && `$${Price}` },
  textColumn('LastResponse', 'What the carrier said'),
  timeColumn('Requested', ({ RequestedAt }) => RequestedAt, 2),
];

const rowKey = ({ Label: id }: Label): string => id;

export function LabelsPage() {
  const { Role } = useOperator();
  const { view } = useSearch({ from: '__root__' });
  return Role === 'floor' || (view === 'scan' && Role !== 'service') ? <LabelScanningView /> : <LabelList />;
}

function LabelList() {
  const search = useSearch({ from: '__root__' });
  const { customer, state, text } = search;
  const filters: RequestOf<'/api/Labels/List'> = {
    CustomerNo: customer ?? '',
    ...(state !== undefined && { State: state as Label['State'] | 'due' }),
    ...(text && { OrderNo: text }),
  };
  const needsWinery = customer === undefined;
  const listed = useList('/api/Labels/List', filters, rowKey, { isEnabled: !needsWinery });
  return (
    <ListPage
      {...listed}
      title="Labels"
      one="label"
      columns={columns}
      isNewestFirst
      empty={
        needsWinery ? (
          <EmptyState title="Which winery?">Labels are listed for one winery: choose it.</EmptyState>
        ) : hasActiveFilter(['state', 'text'], search) ? (
          <EmptyState title="No label matches">Choose another state, or the whole number of another order.</EmptyState>
        ) : (
          <EmptyState title="No label was bought yet">
            {isTest
              ? 'Carriers are simulated here, and their labels cost nothing: they are on the pages of the orders.'
              : 'Labels come here when orders of this winery are packed.'}
          </EmptyState>
        )
      }
      head={
        <>
          <LabelViews current="list" />
          <FilterBar names={filterNames} search={search}>
            <OneWineryFilter />
            <ChoiceFilter
              name="state"
              label="State"
              options={[
                { value: 'due', label: 'To buy or void' },
                ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
              ]}
            />
            <TextFilter label="Order number" placeholder="Its whole number" />
          </FilterBar>
        </>
      }
    />
  );
}
