/** The orders of a group of holds, oldest first, to release many at once. */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { wineryColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { formatAge, formatExact } from '../../design/format.ts';
import { ChevronLeftIcon } from '../../design/icons.tsx';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { orderColumn } from '../orders/order-link.tsx';
import { useBulkHoldRelease } from './releasable-orders.tsx';
import { RemedyLink } from './remedy-link.tsx';

type HeldOrder = ReplyOf<'/api/Holds/List'>['Records'][number];
type HoldReasons = RequestOf<'/api/Holds/List'>['Reasons'];

/** The most rows that the interface returns in a page, because people release whole groups. */
const pageSize = 200;
/** With more ways than this to end the holds, the head of the page shows none: the page of each order shows its own. */
const maxEndings = 2;

const isOf =
  (reason: string) =>
  (hold: HeldOrder['Holds'][number]): boolean =>
    hold.Reason === reason;

const columnsFor = (reason: string): readonly Column<HeldOrder>[] => [
  orderColumn,
  wineryColumn(),
  {
    key: 'problem',
    header: 'Problem',
    priority: 1,
    flexible: true,
    cell: ({ Holds }) => {
      const text = Holds.filter(isOf(reason))
        .map(({ Problem }) => Problem)
        .join(' ');
      return <span title={text}>{text}</span>;
    },
  },
  {
    key: 'others',
    header: 'Also held for',
    priority: 1,
    cell: ({ Holds }) => <OtherReasons reasons={Holds.map(({ Reason }) => Reason).filter((each) => each !== reason)} />,
  },
  {
    key: 'since',
    header: 'Waiting',
    priority: 1,
    align: 'end',
    cell: ({ Holds }) => {
      const since = Holds.filter(isOf(reason))
        .map(({ Since }) => Since)
        .sort()[0];
      return since && <span title={formatExact(since)}>{formatAge(since)}</span>;
    },
  },
];

/** The other reasons of an order: one by name, more by their number, so that a row has one line. */
function OtherReasons({ reasons }: { readonly reasons: readonly string[] }) {
  const [first, ...others] = new Set(reasons);
  if (first === undefined) return null;
  return (
    <Status tone="warn" title={[first, ...others].join(', ')}>
      {first}
      {others.length > 0 && ` +${others.length}`}
    </Status>
  );
}

interface HeldOrdersProps {
  readonly reason: string;
  readonly cause: string | undefined;
}

export function HeldOrders({ reason, cause }: HeldOrdersProps) {
  const { after } = useSearch({ from: '__root__' });
  const filters = { Reasons: [reason] as NonNullable<HoldReasons>, ...(cause && { Causes: [cause] }) };
  const request = { ...filters, Top: pageSize };
  const list = useOperation('/api/Holds/List', { ...request, ...(after && { After: after }) }, { keepsPrevious: true });
  const { table, bar, steady } = useBulkHoldRelease({
    rows: list.data?.Records,
    isLoading: list.isPlaceholderData,
    listKey: `${reason} ${cause} ${after}`,
    hasOtherPages: (after ?? list.data?.Next) !== undefined,
    loadPage: (next, signal) =>
      call('/api/Holds/List', { ...request, ...(next !== undefined && { After: next }) }, signal),
  });
  const endings = new Set(
    list.data?.Records.flatMap(({ Holds }) => Holds.filter(isOf(reason)).map(({ EndsBy }) => EndsBy)),
  );
  return (
    <Page
      title={`${reason} holds`}
      aside={<ListCount list={list} one="order" changes={steady.changes} onRefresh={steady.refresh} />}
      actions={
        <>
          <Button variant="default" component={Link} to="/holds" leftSection={<ChevronLeftIcon size={16} />}>
            All holds
          </Button>
          <ExportButton exported={{ list: '/api/Holds/List', filters }} isDisabled={!list.data?.Records.length} />
        </>
      }
    >
      {(endings.size > maxEndings ? [] : [...endings]).map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
      <RemedyLink reason={reason} />
      <QueryState query={list}>
        <DataTable
          label="Held orders"
          columns={columnsFor(reason)}
          {...table}
          empty={
            <EmptyState title="No order is held for this reason">
              They were released, shipped or canceled in the meantime.
            </EmptyState>
          }
        />
      </QueryState>
      {bar}
      <KeysetPager after={after} next={list.data?.Next} isLoading={list.isPlaceholderData} />
    </Page>
  );
}
