/** The inbound and outbound orders that a warehouse expects, and the receipts that people are counting. */
import { Button } from '@mantine/core';
import type { ReplyOf } from '../../api/client.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatApiDay, formatCount, statusInWords } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { StationPager, type StationPaging } from '../../design/station-paging.tsx';
import styles from '../../station/work.module.css';

interface ExpectedOrdersProps {
  readonly warehouse: string;
  readonly list: ReplyOf<'/api/Receiving/List'>;
  readonly page: StationPaging;
  readonly onOpen: (scan: string) => void;
  readonly onTakeOver: (scan: string) => void;
}

const kinds: Readonly<Record<string, string>> = {
  'purchase order': 'Purchase order',
  'transfer in': 'Transfer from',
  'transfer out': 'Transfer to',
};

export function ExpectedOrders({ warehouse, list, page, onOpen, onTakeOver }: ExpectedOrdersProps) {
  return (
    <>
      {list.Receipts.length > 0 && <OpenReceipts receipts={list.Receipts} onOpen={onOpen} onTakeOver={onTakeOver} />}
      {(page.after === undefined || list.Expected.length > 0) && (
        <OrdersToCount warehouse={warehouse} list={list} onOpen={onOpen} />
      )}
      <StationPager page={page} next={list.Next} />
    </>
  );
}

interface OpenReceiptsProps extends Pick<ExpectedOrdersProps, 'onOpen' | 'onTakeOver'> {
  readonly receipts: ExpectedOrdersProps['list']['Receipts'];
}

function OpenReceipts({ receipts, onOpen, onTakeOver }: OpenReceiptsProps) {
  return (
    <Panel title="Being counted" note={countOf(receipts.length, 'pallet')}>
      <ul className={styles.list} aria-label="Open receipts">
        {receipts.map(
          ({ Receipt, CustomerNo, CustomerName, OrderNumber, Pallet, Label, Person, IsMine, IsFree, Units, Kind }) => {
            const winery = `${CustomerName} ${CustomerNo}`;
            const name = Kind === 'unannounced' ? `for ${winery}` : `${OrderNumber}, pallet ${Pallet}, ${winery}`;
            const scan = `${CustomerNo}.${Receipt}`;
            return (
              <li key={Receipt}>
                <span className={styles.number}>{formatCount(Units)}</span>
                <span className={styles.item}>
                  <strong>{IsMine ? 'You' : Person}</strong>
                  <span className="quiet">
                    {name}
                    {Label !== '' && ` · ${Label}`}
                    {IsFree && ' · put aside'}
                  </span>
                </span>
                <Button
                  variant={IsMine ? 'filled' : 'default'}
                  className={styles.pick ?? ''}
                  aria-label={`${IsMine || IsFree ? 'Continue' : 'Take over'} ${name}`}
                  onClick={() => (IsMine || IsFree ? onOpen(scan) : onTakeOver(scan))}
                >
                  {IsMine || IsFree ? 'Continue' : 'Take over'}
                </Button>
              </li>
            );
          },
        )}
      </ul>
    </Panel>
  );
}

type OrdersToCountProps = Pick<ExpectedOrdersProps, 'warehouse' | 'list' | 'onOpen'>;

function OrdersToCount({ warehouse, list: { Expected, Receipts }, onOpen }: OrdersToCountProps) {
  return (
    <Panel
      title="Expected here"
      note="the earliest first"
      actions={
        <ExportButton
          exported={{ list: '/api/Receiving/List', filters: { Warehouses: [warehouse] } }}
          isDisabled={Expected.length === 0 && Receipts.length === 0}
        />
      }
    >
      {Expected.length === 0 ? (
        <EmptyState title="Nothing is expected here">
          Purchase orders and transfers of this warehouse come here.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Expected orders">
          {Expected.map((order) => (
            <li key={`${order.Kind} ${order.TransactionReferenceNumber}`}>
              <span className={styles.item}>
                <strong>
                  {order.CustomerReferenceNo} · {order.OrderNumber}
                </strong>
                <span className="quiet">
                  {[kinds[order.Kind], order.OtherWarehouse].filter((text) => text).join(' ')} · {order.CustomerName}{' '}
                  <span className="code">{order.CustomerNo}</span> · due {formatApiDay(order.RequestedDate)}
                  {order.Status !== 'OPEN' && ` · ${statusInWords(order.Status)}`}
                </span>
              </span>
              <Button
                variant="default"
                className={styles.pick ?? ''}
                aria-label={`Count ${order.OrderNumber} of ${order.CustomerNo}`}
                onClick={() => onOpen(order.TransactionReferenceNumber)}
              >
                Count
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
