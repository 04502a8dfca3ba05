/** A wave: its pick list, which can be printed, and its orders with the people who work on them. Orders can be taken back. */
import { Button } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { countColumn, textColumn, wineryColumn, wrappedColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatCount, formatExact, formatTimestamp, statusInWords } from '../../design/format.ts';
import { PrintIcon } from '../../design/icons.tsx';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { useOpenDocument } from '../../design/list-page.tsx';
import { BulkBar, useMarkedRows } from '../../design/marked-rows.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { orderColumn } from '../orders/order-link.tsx';
import { unitInWords } from '../skus/sku-words.ts';
import { type FloorOrder, floorStateTone, mayTakeBack } from './floor-states.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { WaveProgress } from './wave-progress.tsx';
import styles from './waves.module.css';

type Reply = ReplyOf<'/api/Floor/Wave'>;
type Pick = Reply['Picks'][number];

/** The columns of the pick list, all of which are shown at any width. */
const pickColumns: readonly Column<Pick>[] = [
  {
    key: 'bin',
    header: 'Bin',
    priority: 1,
    cell: ({ Location }) =>
      Location === '' ? <span className="quiet">By name</span> : <span className="code strong broken">{Location}</span>,
  },
  { key: 'item', header: 'Item', priority: 1, cell: ({ ItemNo }) => <span className="code broken">{ItemNo}</span> },
  {
    key: 'description',
    header: 'Wine',
    priority: 1,
    flexible: true,
    cell: ({ Description, Uom }) => (
      <span className="wrap">
        {Description} <span className="quiet nowrap">{unitInWords(Uom)}</span>
      </span>
    ),
  },
  wineryColumn(),
  countColumn('Orders', 'Orders'),
  {
    key: 'units',
    header: 'Bottles',
    priority: 1,
    align: 'end',
    cell: ({ Units }) => (
      <>
        <span className="strong">{formatCount(Units)}</span>
        <span className={styles.tick} />
      </>
    ),
  },
];

const orderColumns = (carrierName: (code: string) => string): readonly Column<FloorOrder>[] => [
  orderColumn,
  wineryColumn(2),
  {
    key: 'state',
    header: 'State',
    priority: 1,
    cell: ({ State }) => <Status tone={floorStateTone(State)}>{statusInWords(State)}</Status>,
  },
  textColumn('Packer', 'Person'),
  wrappedColumn('Note', 'Note'),
  { key: 'carrier', header: 'Carrier', priority: 2, cell: ({ Carrier }) => carrierName(Carrier) },
  countColumn('Bottles', 'Bottles'),
];

const orderKey = ({ CustomerNo, TransactionReferenceNumber }: FloorOrder): string =>
  `${CustomerNo}/${TransactionReferenceNumber}`;

export function WavePage() {
  const { wave } = useParams({ from: '/waves/$wave' });
  const { after } = useSearch({ from: '__root__' });
  const read = useOperation(
    '/api/Floor/Wave',
    { Wave: wave, ...(after !== undefined && { After: after }) },
    { keepsPrevious: true },
  );
  // The page before of the same wave stays until the next one is there; another wave does not.
  const data = read.data?.Wave.Wave === wave ? read.data : undefined;
  const name = data === undefined ? 'Wave' : `Wave ${data.Wave.Number}`;
  return (
    <Page
      title={name}
      aside={data?.Wave.Name}
      actions={
        data !== undefined &&
        data.Picks.length > 0 && (
          <Button variant="default" leftSection={<PrintIcon size={16} />} onClick={() => window.print()}>
            Print pick list
          </Button>
        )
      }
    >
      <QueryState query={read}>
        {data && (
          <>
            <Panel
              title="Progress"
              note={`${countOf(data.Wave.Orders, 'order')}, ${countOf(data.Wave.Bottles, 'bottle')}`}
            >
              <DescriptionList
                items={[
                  { label: 'Orders', value: <WaveProgress states={data.Wave.States} /> },
                  { label: 'Warehouse', value: data.Wave.Warehouse },
                  {
                    label: 'Released',
                    value: <span title={formatExact(data.Wave.CreatedAt)}>{formatTimestamp(data.Wave.CreatedAt)}</span>,
                  },
                  { label: 'By', value: data.Wave.CreatedBy },
                ]}
              />
            </Panel>
            <Panel title="Pick list" note="what is not picked, in walk order" flush>
              <DataTable
                label="Pick list"
                columns={pickColumns}
                rows={data.Picks}
                rowKey={({ CustomerNo, ItemNo, Location }) => `${CustomerNo} ${ItemNo} ${Location}`}
                empty={
                  <EmptyState title="Nothing is left to pick">All orders of this wave are picked or packed.</EmptyState>
                }
              />
            </Panel>
            <WaveOrders orders={data.Orders} wave={wave} after={after} isLoading={read.isPlaceholderData} />
            <KeysetPager after={after} next={data.Next} isLoading={read.isPlaceholderData} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

interface WaveOrdersProps {
  readonly orders: readonly FloorOrder[];
  readonly wave: string;
  readonly after: string | undefined;
  readonly isLoading: boolean;
}

function WaveOrders({ orders, wave, after = '', isLoading }: WaveOrdersProps) {
  const { carrierName } = useCarrierNames();
  const { isLead } = useOperator();
  const [isTakingBack, setIsTakingBack] = useState(false);
  const marks = useMarkedRows({
    rows: orders,
    isLoading,
    rowKey: orderKey,
    listKey: `${wave} ${after}`,
    canMark: mayTakeBack,
  });
  const onOpen = useOpenDocument('/orders/$customerNo/$reference');
  const rows = marks.shown ?? [];
  const activeKey = useRowKeys({ rows, rowKey: orderKey, onOpen, ...(isLead && { onMark: marks.toggle }) });
  return (
    <div data-print="no">
      <Panel title="Orders" note="and who has them" flush>
        <DataTable
          label="Orders of the wave"
          columns={orderColumns(carrierName)}
          rows={rows}
          rowKey={orderKey}
          rowLabel={({ OrderNo }) => `order ${OrderNo}`}
          onOpen={onOpen}
          activeKey={activeKey}
          {...(isLead && { selection: marks.selection })}
          empty={<EmptyState title="No order of this wave is on the floor">They were taken back.</EmptyState>}
        />
      </Panel>
      <BulkBar marks={marks} one="order">
        <Button onClick={() => setIsTakingBack(true)}>Take back…</Button>
      </BulkBar>
      {isTakingBack && (
        <TakeBackDialog
          orders={marks.rows}
          onClose={(isDone) => {
            setIsTakingBack(false);
            if (!isDone) return;
            marks.clear();
            void refreshAll().then(marks.refresh);
          }}
        />
      )}
    </div>
  );
}
