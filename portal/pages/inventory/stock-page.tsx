/** Explains the numbers of an item: how much of each balance can be sold and why not all, and the parts of every quantity. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { quantityColumn } from './balance-columns.tsx';
import { ChangeStockDialog } from './change-stock-dialog.tsx';
import { DemandsTable, ExpectationsTable, MovementsTable } from './explanation-tables.tsx';
import styles from './stock-page.module.css';

type Explanation = ReplyOf<'/api/Inventory/Explain'>;
type Place = Explanation['Records'][number];

const placeKey = ({ Warehouse, InventoryStatus }: Place): string => `${Warehouse} ${InventoryStatus}`;

const searchOf = ({ Warehouse, InventoryStatus }: Place) => ({ warehouse: Warehouse, status: InventoryStatus });

/** The most entries of each list. Sums include all entries. */
const maxListed = 50;

/** The rows choose the balance that is explained; so do the links of their first cells, for the keyboard. */
const placeColumns = (
  address: { readonly customerNo: string; readonly itemNo: string },
  chosen: Place | undefined,
): readonly Column<Place>[] => [
  {
    key: 'warehouse',
    header: 'Whse',
    priority: 1,
    cell: (place) => (
      <Link
        to="/inventory/$customerNo/$itemNo"
        params={address}
        search={searchOf(place)}
        replace
        resetScroll={false}
        className="code strong plain"
        aria-current={place === chosen}
      >
        {place.Warehouse}
      </Link>
    ),
  },
  { ...codeColumn('InventoryStatus', 'Status'), flexible: true },
  quantityColumn('On hand', ({ OnHand }) => OnHand.Quantity),
  quantityColumn('Reserved', ({ Reserved }) => Reserved.Quantity),
  quantityColumn('Backorder', ({ BackOrder }) => BackOrder.Quantity),
  quantityColumn('Incoming', ({ OpenPO, InTransit }) => OpenPO.Quantity + InTransit.Quantity),
  quantityColumn('Sellable', ({ Sellable }) => Sellable.Quantity, 1, 'strong'),
];

export function StockPage() {
  const { customerNo = '', itemNo = '' } = useParams({ strict: false });
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { isLead } = useOperator();
  const [isChanging, setIsChanging] = useState(false);
  const explanation = useOperation(
    '/api/Inventory/Explain',
    { CustomerNo: customerNo, ItemNo: itemNo, Top: maxListed },
    { refreshMs: 60_000 },
  );
  const { data } = explanation;
  if (explanation.error && data === undefined) return <LoadingOrErrorPage title="Inventory" query={explanation} />;
  const places = data?.Records;
  const mayChange = places !== undefined && isLead;
  const { warehouse, status } = search;
  // The first place when the address names none.
  const chosen = places?.find(
    ({ Warehouse, InventoryStatus }) =>
      (warehouse === undefined || Warehouse === warehouse) && (status === undefined || InventoryStatus === status),
  );
  const choose = (place: Place): void => {
    void navigate({ to: '.', search: searchOf(place), replace: true });
  };
  return (
    <Page
      title={data?.Description || itemNo}
      aside={
        <>
          <span className="code">{itemNo}</span>
          {data?.IsRetired && <Status tone="neutral">Retired</Status>}
          <Link to="/inventory" search={{ customers: customerNo }} className="plain">
            {data?.CustomerName} <span className="code">{customerNo}</span>
          </Link>
          <Link to="/skus/$customerNo/$itemNo" params={{ customerNo, itemNo }}>
            Item
          </Link>
        </>
      }
      actions={
        mayChange && (
          <Button variant="default" onClick={() => setIsChanging(true)}>
            Change stock…
          </Button>
        )
      }
    >
      <Panel title="Where it is" note={places && countOf(places.length, 'balance')} flush>
        <DataTable
          label="Where it is"
          columns={placeColumns({ customerNo, itemNo }, chosen)}
          rows={places}
          rowKey={placeKey}
          onOpen={choose}
          activeKey={places && places.length > 1 && chosen ? placeKey(chosen) : undefined}
          skeletonRows={3}
          empty={
            <EmptyState title="Never in stock">
              No warehouse has had this item, and no purchase order announces it. The winery announces it with a
              purchase order.
              {mayChange && ' Enter what was found, or is made of other items, with Change stock… above.'}
            </EmptyState>
          }
        />
      </Panel>
      {places && places.length > 0 && chosen === undefined && (
        <EmptyState
          title={`Nothing of this item is${warehouse ? ` at ${warehouse}` : ''}${status ? ` as ${status}` : ''}`}
        >
          Choose another place above.
        </EmptyState>
      )}
      {chosen && <Explained customerNo={customerNo} place={chosen} />}
      {isChanging && (
        <ChangeStockDialog
          customerNo={customerNo}
          itemNo={itemNo}
          initial={{
            warehouse: chosen?.Warehouse ?? warehouse ?? '',
            status: chosen?.InventoryStatus ?? status ?? 'GOOD-NO-TX',
          }}
          onClose={() => setIsChanging(false)}
        />
      )}
    </Page>
  );
}

function Explained({ customerNo, place }: { readonly customerNo: string; readonly place: Place }) {
  const { Warehouse, InventoryStatus, OnHand, Reserved, Available, BackOrder, OpenPO, InTransit, Sellable } = place;
  return (
    <>
      <Panel
        title={`${Warehouse} ${InventoryStatus}`}
        note={
          !place.AddsUp && (
            <Status tone="bad" title="A quantity is not the sum of its entries. An administrator runs dray verify.">
              Does not add up
            </Status>
          )
        }
      >
        <p className={styles.sum}>
          <Figure units={OnHand.Quantity} label="on hand" />
          <span aria-hidden="true">−</span>
          <Figure units={Reserved.Quantity} label="reserved" />
          <span aria-hidden="true">=</span>
          <Figure units={Available.Quantity} label="available" />
        </p>
        <p>
          <strong className="strong">{verdict(Sellable.Quantity)}</strong> {Sellable.Because}
          {OnHand.Quantity === 0 && ' Nothing is on hand here.'}
          {BackOrder.Quantity > 0 &&
            ` Orders wait for ${formatCount(BackOrder.Quantity)} more; they are served first when stock arrives.`}
        </p>
      </Panel>
      <DemandsTable customerNo={customerNo} title="Reserved for" total={Reserved} demands={Reserved.Reservations} />
      <DemandsTable customerNo={customerNo} title="Waiting for stock" total={BackOrder} demands={BackOrder.Waiting} />
      <ExpectationsTable customerNo={customerNo} title="Announced on purchase orders" expected={OpenPO} />
      <ExpectationsTable customerNo={customerNo} title="In transit from another warehouse" expected={InTransit} />
      <MovementsTable onHand={OnHand} />
    </>
  );
}

const verdict = (units: number): string => (units === 0 ? 'None can be sold.' : `${formatCount(units)} can be sold.`);

function Figure({ units, label }: { readonly units: number; readonly label: string }) {
  return (
    <span className={styles.figure}>
      <span className={styles.units}>{formatCount(units)}</span> {label}
    </span>
  );
}
