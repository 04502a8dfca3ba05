/** All holds of an order: the owner of each, its start, and what ends it. */
import { Link } from '@tanstack/react-router';
import { useOperator } from '../../api/session.ts';
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { RemedyLink } from '../holds/remedy-link.tsx';
import styles from './hold-list.module.css';
import type { OrderReply } from './order-reply.ts';

const owners: Readonly<Record<string, string>> = {
  customer: 'Placed by the winery',
  operator: 'Placed by an operator',
  system: 'Placed by Dray',
};

export function HoldList({ order }: { readonly order: OrderReply }) {
  const { CustomerNo, Holds: holds } = order;
  return (
    <Panel
      title="Holds"
      note={holds.length === 1 ? 'The order ships once this ends' : 'The order ships once all of these have ended'}
    >
      <ul className={styles.list}>
        {holds.map((hold) => (
          <li key={`${hold.Reason} ${hold.Owner} ${hold.Cause}`} className={styles.hold}>
            <div className={styles.head}>
              <Status tone="warn">{hold.Reason}</Status>
              <span className="quiet" title={formatExact(hold.Since)}>
                {owners[hold.Owner] ?? hold.Owner}, {formatTimestamp(hold.Since)}
              </span>
              {hold.MayRelease && (
                <span className={styles.release}>
                  <Status tone="good">You can release it</Status>
                </span>
              )}
            </div>
            <p>{hold.Problem}</p>
            <p className={styles.ends}>
              <span className="quiet">{hold.EndsBy}</span>
              <RemedyLink reason={hold.Reason} customerNo={CustomerNo} />
              {hold.Reason === 'Inventory' && <ShortStock order={order} />}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Links to the stock of each line that is short; nothing for the floor, which may not see it. */
function ShortStock({ order: { CustomerNo, Warehouse, Items } }: { readonly order: OrderReply }) {
  const { Role } = useOperator();
  if (Role === 'floor') return null;
  return Items.filter(({ Short }) => Short > 0).map(({ Line, ItemNo, InventoryStatus }) => (
    <Link
      key={Line}
      to="/inventory/$customerNo/$itemNo"
      params={{ customerNo: CustomerNo, itemNo: ItemNo }}
      search={{ warehouse: Warehouse, status: InventoryStatus }}
    >
      Stock of {ItemNo}
    </Link>
  ));
}
