/** Held orders: groups by reason and cause, because people work on whole groups, or the orders of one group. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { countColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatAge, formatExact } from '../../design/format.ts';
import { Page } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { HeldOrders } from './held-orders.tsx';
import styles from './holds-page.module.css';

type Group = ReplyOf<'/api/Holds/Summary'>['Groups'][number];

export function HoldsPage() {
  const { reason, cause } = useSearch({ from: '__root__' });
  return reason === undefined ? <Groups /> : <HeldOrders reason={reason} cause={cause} />;
}

const groupKey = ({ Reason, Owner, Cause }: Group): string => `${Reason}/${Owner}/${Cause}`;

const addressOf = ({ Reason, Cause }: Group) => ({ reason: Reason, cause: Cause || undefined });

/** The status that says who may end the holds of a group. */
const releaseWords: Readonly<Record<string, readonly ['good' | 'info' | 'neutral', string]>> = {
  person: ['good', 'Can be released'],
  'person after a warning': ['info', 'After a check'],
  override: ['info', 'Admin can override'],
  cause: ['neutral', 'Ends with its cause'],
};

const columns: readonly Column<Group>[] = [
  {
    key: 'reason',
    header: 'Reason',
    priority: 1,
    cell: (group) => (
      <Link to="/holds" search={addressOf(group)} className="strong plain">
        {group.Reason}
      </Link>
    ),
  },
  {
    key: 'example',
    header: 'For example, and what to do',
    priority: 1,
    flexible: true,
    cell: ({ Example, EndsBy }) => (
      <div className={styles.lines}>
        <p>{Example}</p>
        <p className="quiet">{EndsBy}</p>
      </div>
    ),
  },
  {
    key: 'release',
    header: 'Release',
    priority: 1,
    cell: ({ ReleasedBy }) => {
      const [tone, word] = releaseWords[ReleasedBy] ?? ['neutral', ReleasedBy];
      return <Status tone={tone}>{word}</Status>;
    },
  },
  countColumn('Orders', 'Orders'),
  countColumn('Customers', 'Wineries', 2),
  {
    key: 'oldest',
    header: 'Oldest',
    priority: 1,
    align: 'end',
    cell: ({ Oldest }) => <span title={formatExact(Oldest)}>{formatAge(Oldest)}</span>,
  },
];

function Groups() {
  const navigate = useNavigate();
  const summary = useOperation('/api/Holds/Summary', {}, { refreshMs: 60_000 });
  const rows = summary.data?.Groups;
  const open = (group: Group): void => void navigate({ to: '/holds', search: addressOf(group) });
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey: groupKey, onOpen: open });
  const total = rows?.reduce((sum, { Orders }) => sum + Orders, 0);
  return (
    <Page title="Holds" aside={total !== undefined && countOf(total, 'hold')}>
      <QueryState query={summary}>
        <DataTable
          label="Holds by reason and cause"
          columns={columns}
          rows={rows}
          rowKey={groupKey}
          onOpen={open}
          activeKey={activeKey}
          skeletonRows={6}
          empty={
            <EmptyState title="No orders are held">
              Nothing waits for a person. New holds appear here by themselves.
            </EmptyState>
          }
        />
      </QueryState>
    </Page>
  );
}
