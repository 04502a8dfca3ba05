/** Deliveries that no order announced: attached to a purchase order, or discarded with a reason. */

import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { countColumn, timeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import type { Column } from '../../design/data-table.tsx';
import { FirstField, TextField } from '../../design/fields.tsx';
import { FilterBar, hasActiveFilter, WarehouseFilter } from '../../design/filters.tsx';
import { formatCount } from '../../design/format.ts';
import { ListPage, useList, ViewTabs } from '../../design/list-page.tsx';
import { PhotoList } from '../../design/photos.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { inboundViewOf, inboundViews } from './inbound-views.tsx';
import { ReceiptRemarks } from './receipt-remarks.tsx';

type Row = ReplyOf<'/api/Receiving/ListParked'>['Records'][number];

const filterNames = ['customers', 'warehouse'];

const rowKey = ({ CustomerNo, Receipt }: Row): string => `${CustomerNo}/${Receipt}`;

const itemsOf = ({ Items }: Row): string =>
  Items.map(
    ({ ItemNo, Units, InventoryStatus }) =>
      `${formatCount(Units)} × ${ItemNo}${InventoryStatus === '' ? '' : ` ${InventoryStatus}`}`,
  ).join(', ');

type Decision = { readonly kind: 'attach' | 'discard'; readonly row: Row };

function columnsFor(decide: ((decision: Decision) => void) | undefined): readonly Column<Row>[] {
  return [
    wineryColumn(),
    {
      key: 'items',
      header: 'Counted',
      priority: 1,
      flexible: 'more',
      cell: (row) => (
        <span className="wrap">
          {itemsOf(row)}
          <ReceiptRemarks receipt={row} />
          <PhotoList customerNo={row.CustomerNo} photos={row.Photos} />
        </span>
      ),
    },
    countColumn('Units', 'Units', 2),
    { key: 'place', header: 'Stands at', priority: 1, cell: ({ Place }) => Place },
    warehouseColumn(2),
    timeColumn('Parked', ({ EndedAt }) => EndedAt, 2),
    ...(decide === undefined
      ? []
      : [
          {
            key: 'decide',
            header: 'Decision',
            priority: 1,
            align: 'end',
            cell: (row: Row) => (
              <>
                <RowActionButton
                  action="Attach…"
                  label={`Attach ${row.Receipt}`}
                  onClick={() => decide({ kind: 'attach', row })}
                />
                <RowActionButton
                  action="Discard…"
                  label={`Discard ${row.Receipt}`}
                  onClick={() => decide({ kind: 'discard', row })}
                />
              </>
            ),
          } satisfies Column<Row>,
        ]),
  ];
}

export function ParkedDeliveries() {
  const search = useSearch({ from: '__root__' });
  const { isService } = useOperator();
  const [decision, setDecision] = useState<Decision>();
  const filters: RequestOf<'/api/Receiving/ListParked'> = {
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
  };
  const listed = useList('/api/Receiving/ListParked', filters, rowKey, { refreshMs: 60_000 });
  const close = (): void => setDecision(undefined);
  const decided = (): void => {
    close();
    // Remove the row although the mouse is on it.
    void refreshAll().then(listed.steady.refresh);
  };
  return (
    <ListPage
      {...listed}
      title="Inbound"
      label="Unannounced deliveries"
      one="delivery"
      many="deliveries"
      columns={columnsFor(isService ? setDecision : undefined)}
      empty={
        hasActiveFilter(filterNames, search) ? (
          <EmptyState title="No delivery matches these filters">Remove a filter.</EmptyState>
        ) : (
          <EmptyState title="Nothing is parked">Deliveries that no order announced come here from the dock.</EmptyState>
        )
      }
      head={
        <>
          <ViewTabs to="/inbound" views={inboundViews} current={inboundViewOf('unannounced')} />
          <FilterBar names={filterNames} search={search}>
            <WineryFilter />
            <WarehouseFilter />
          </FilterBar>
        </>
      }
    >
      {decision?.kind === 'attach' && <AttachDialog row={decision.row} onDecided={decided} onClose={close} />}
      {decision?.kind === 'discard' && <DiscardDialog row={decision.row} onDecided={decided} onClose={close} />}
    </ListPage>
  );
}

interface DialogProps {
  readonly row: Row;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

function AttachDialog({ row, onDecided, onClose }: DialogProps) {
  const [order, setOrder] = useState('');
  const { CustomerNo, CustomerName, Receipt } = row;
  return (
    <Confirm
      title={`Attach the delivery for ${CustomerName || CustomerNo}`}
      action="Attach"
      isDisabled={order.trim() === ''}
      onConfirm={async () => {
        const { OrderNumber } = await call('/api/Receiving/Attach', {
          CustomerNo,
          Receipt,
          PurchaseOrder: order.trim(),
        });
        notify(`The delivery is posted to ${OrderNumber}.`);
        onDecided();
      }}
      onClose={onClose}
    >
      <p>{itemsOf(row)} are posted to a purchase order of the winery; waiting orders get them at once.</p>
      <FirstField label="Purchase order" description="Its number or reference" value={order} onChange={setOrder} />
    </Confirm>
  );
}

function DiscardDialog({ row, onDecided, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const { CustomerNo, CustomerName, Receipt } = row;
  return (
    <Confirm
      title={`Discard the delivery for ${CustomerName || CustomerNo}`}
      action="Discard"
      isDangerous
      isDisabled={reason.trim() === ''}
      onConfirm={async () => {
        await call('/api/Receiving/Discard', { CustomerNo, Receipt, Reason: reason.trim() });
        onDecided();
      }}
      onClose={onClose}
    >
      <p>Nothing of it is posted. {itemsOf(row)} stay out of the stock.</p>
      <TextField label="Why" value={reason} maxLength={maxNoteLength} onChange={setReason} data-autofocus />
    </Confirm>
  );
}
