/** The orders of a group of holds, oldest first, to release many at once. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { BulkBar } from '../../design/bulk-bar.tsx';
import { type Column, DataTable, toggled } from '../../design/data-table.tsx';
import { formatAge, formatExact } from '../../design/format.ts';
import { ChevronLeftIcon } from '../../design/icons.tsx';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, ErrorState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { useSteadyRows } from '../../design/steady-rows.ts';
import { orderKey } from '../orders/order-columns.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { ReleaseDialog } from './release-dialog.tsx';

type HeldOrder = ReplyOf<'/api/Holds/List'>['Records'][number];
type HoldReasons = RequestOf<'/api/Holds/List'>['Reasons'];

/** One release takes up to 500 orders: a whole page. */
const pageSize = 200;
const none: ReadonlySet<string> = new Set();

const columns: readonly Column<HeldOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    cell: (order) => <OrderLink {...order} />,
  },
  {
    key: 'winery',
    header: 'Winery',
    priority: 2,
    flexible: true,
    cell: ({ CustomerName, CustomerNo }) => (
      <span title={`${CustomerName} (${CustomerNo})`}>{CustomerName || CustomerNo}</span>
    ),
  },
  {
    key: 'holds',
    header: 'Holds',
    priority: 1,
    cell: ({ Holds }) => (
      <span className="marks">
        {[...new Set(Holds.map(({ Reason }) => Reason))].map((reason) => (
          <Status key={reason} tone="warn">
            {reason}
          </Status>
        ))}
      </span>
    ),
  },
  {
    key: 'ends',
    header: 'What ends it',
    priority: 1,
    flexible: true,
    cell: ({ Holds }) => {
      const text = Holds.map(({ EndsBy }) => EndsBy).join(' ');
      return <span title={text}>{text}</span>;
    },
  },
  {
    key: 'since',
    header: 'Held for',
    priority: 1,
    align: 'end',
    cell: ({ Holds }) => {
      const since = Holds.map(({ Since }) => Since).sort()[0];
      return since && <span title={formatExact(since)}>{formatAge(since)}</span>;
    },
  },
];

interface HeldOrdersProps {
  readonly reason: string;
  readonly cause: string | undefined;
}

export function HeldOrders({ reason, cause }: HeldOrdersProps) {
  const { after } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const mayRelease = Role === 'service' || Role === 'admin';
  const list = useOperation(
    '/api/Holds/List',
    {
      Reasons: [reason] as NonNullable<HoldReasons>,
      ...(cause && { Causes: [cause] }),
      ...(after && { After: after }),
      Top: pageSize,
    },
    { keepsPrevious: true },
  );
  const [marked, setMarked] = useState(none);
  const [isReleasing, setIsReleasing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other rows
  useEffect(() => setMarked(none), [reason, cause, after]);
  const { rows, changes, refresh } = useSteadyRows({
    rows: list.data?.Records,
    rowKey: orderKey,
    list: list.isPlaceholderData ? undefined : JSON.stringify([reason, cause, after]),
    hasMarks: marked.size > 0,
  });
  const open = ({ CustomerNo, TransactionReferenceNumber }: HeldOrder): void => {
    void navigate({
      to: '/orders/$customerNo/$reference',
      params: { customerNo: CustomerNo, reference: TransactionReferenceNumber },
    });
  };
  const activeKey = useRowKeys({
    rows: rows ?? [],
    rowKey: orderKey,
    onOpen: open,
    onMark: (row) => mayRelease && setMarked(toggled(marked, orderKey(row))),
  });
  const markedOrders = rows?.filter((row) => marked.has(orderKey(row))) ?? [];
  return (
    <Page
      title={`${reason} holds`}
      aside={<ListCount count={list.data?.Count} one="order" changes={changes} onRefresh={refresh} />}
      actions={
        <Button variant="default" component={Link} to="/holds" leftSection={<ChevronLeftIcon size={16} />}>
          All holds
        </Button>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label="Held orders"
          columns={columns}
          rows={rows}
          rowKey={orderKey}
          rowLabel={({ OrderNo }) => `order ${OrderNo}`}
          onOpen={open}
          activeKey={activeKey}
          {...(mayRelease && { selection: { marked, onChange: setMarked } })}
          empty={
            <EmptyState title="No order is held for this reason">
              They were released, shipped or canceled in the meantime.
            </EmptyState>
          }
        />
      )}
      <BulkBar count={markedOrders.length} one="order" onClear={() => setMarked(none)}>
        <Button onClick={() => setIsReleasing(true)}>Release…</Button>
      </BulkBar>
      <Keyset after={after} next={list.data?.Next} isLoading={list.isPlaceholderData} />
      {isReleasing && (
        <ReleaseDialog
          orders={markedOrders}
          onClose={() => {
            setIsReleasing(false);
            setMarked(none);
            void refreshAll().then(refresh);
          }}
        />
      )}
    </Page>
  );
}
