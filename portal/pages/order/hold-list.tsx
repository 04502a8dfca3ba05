/** All holds of an order: whose they are, since when, and what ends each. */
import { formatExact, formatTime } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import styles from './hold-list.module.css';
import type { OrderReply } from './order-reply.ts';

type Hold = OrderReply['Holds'][number];

const owners: Readonly<Record<string, string>> = {
  customer: 'Placed by the winery',
  operator: 'Placed by an operator',
  system: 'Placed by Dray',
};

export function HoldList({ holds }: { readonly holds: readonly Hold[] }) {
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
                {owners[hold.Owner] ?? hold.Owner}, {formatTime(hold.Since)}
              </span>
              {hold.MayRelease && (
                <span className={styles.release}>
                  <Status tone="good">You can release it</Status>
                </span>
              )}
            </div>
            <p>{hold.Problem}</p>
            <p className="quiet">{hold.EndsBy}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
