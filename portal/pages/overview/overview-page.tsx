/** What to do now: figures that lead to their lists, the cutoffs of today, orders in and out, and what needs a person, oldest first. */
import { useEffect, useState } from 'react';
import { type CarrierNames, useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { BarChart } from '../../design/bar-chart.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { type Figure, Figures } from '../../design/figures.tsx';
import { formatAge, formatCount, formatExact, formatLeft, formatWeekday } from '../../design/format.ts';
import { Page, Panel } from '../../design/page.tsx';
import { EmptyState, ErrorState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import styles from './overview-page.module.css';

type Overview = ReplyOf<'/api/Overview/Get'>;
type Cutoff = Overview['Cutoffs'][number];
type Matter = Overview['NeedsPerson'][number];

export function OverviewPage() {
  const overview = useOperation('/api/Overview/Get', {}, { refreshMs: 60_000 });
  const now = useNow();
  const names = useCarrierNames();
  if (overview.error && overview.data === undefined) {
    return (
      <Page title="Overview">
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      </Page>
    );
  }
  const { data } = overview;
  const days = data?.Days.map(({ Date: day, Accepted, Shipped }) => ({ day, first: Accepted, second: Shipped }));
  return (
    <Page title="Overview" heading={formatWeekday(new Date(now))}>
      <Figures label="Orders now" figures={figuresOf(data)} />
      <div className={styles.columns}>
        <Panel title="Cutoffs today" flush>
          <DataTable
            label="Cutoffs today"
            columns={cutoffColumns(now, names)}
            rows={data?.Cutoffs}
            rowKey={({ Warehouse, At }) => `${Warehouse} ${At}`}
            skeletonRows={5}
            empty={<EmptyState title="No more cutoffs today">The next ones are tomorrow.</EmptyState>}
          />
        </Panel>
        <Panel title="Orders in and out" note="14 days">
          {days && <BarChart title="Orders in and out, 14 days" days={days} labels={['Accepted', 'Shipped']} />}
        </Panel>
      </div>
      <Panel title="Needs a person" note="oldest first" flush>
        <DataTable
          label="Needs a person"
          columns={matterColumns(now)}
          rows={data?.NeedsPerson}
          rowKey={({ Kind, CustomerNo, TransactionReferenceNumber }) =>
            `${Kind} ${CustomerNo} ${TransactionReferenceNumber}`
          }
          skeletonRows={6}
          empty={
            <EmptyState title="Nothing needs a person">
              What the system cannot decide by itself appears here.
            </EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}

function figuresOf(overview: Overview | undefined): readonly Figure[] {
  const listed = (view: string) => ({ to: '/orders', search: { view } });
  return [
    { label: 'Late', value: overview?.Late, ...listed('late'), tone: 'bad' },
    { label: 'Held', value: overview?.Held, ...listed('held'), tone: 'warn' },
    { label: 'Short', value: overview?.Short, ...listed('short'), tone: 'warn' },
    { label: 'To release', value: overview?.ToRelease, ...listed('to release') },
    { label: 'Shipped today', value: overview?.ShippedToday },
  ];
}

const hour = 3_600_000;

function cutoffColumns(now: number, names: CarrierNames): readonly Column<Cutoff>[] {
  return [
    {
      key: 'warehouse',
      header: 'Whse',
      priority: 1,
      cell: ({ Warehouse }) => <span className="code">{Warehouse}</span>,
    },
    {
      key: 'services',
      header: 'Services',
      priority: 1,
      flexible: true,
      cell: ({ Services }) => {
        const text = servicesText(Services, names);
        return (
          <span className="quiet" title={text}>
            {text}
          </span>
        );
      },
    },
    { key: 'orders', header: 'To ship', priority: 1, align: 'end', cell: ({ Orders }) => formatCount(Orders) },
    {
      key: 'left',
      header: 'Left',
      priority: 1,
      align: 'end',
      cell: ({ At }) => {
        const left = Date.parse(At) - now;
        return (
          <span className={styles.left} data-tone={left < hour ? 'bad' : undefined} title={formatExact(At)}>
            {left <= 0 ? 'Passed' : formatLeft(left)}
          </span>
        );
      },
    },
  ];
}

/** `FedEx 2Day, Ground; UPS Ground` of `FEX 2DAY`, `FEX GRND`, `UPS GRND`. */
function servicesText(services: readonly string[], { carrierName, serviceName }: CarrierNames): string {
  const byCarrier = Map.groupBy(services, (service) => service.split(' ', 1)[0] ?? '');
  return [...byCarrier]
    .map(
      ([carrier, each]) =>
        `${carrierName(carrier)} ${each.map((service) => serviceName(carrier, service.slice(carrier.length + 1))).join(', ')}`,
    )
    .join('; ');
}

function matterColumns(now: number): readonly Column<Matter>[] {
  return [
    {
      key: 'order',
      header: 'Order',
      priority: 1,
      cell: (order) => <OrderLink {...order} />,
    },
    {
      key: 'kind',
      header: 'Kind',
      priority: 1,
      cell: ({ Kind }) => <Status tone={Kind === 'Exception' ? 'bad' : 'warn'}>{Kind}</Status>,
    },
    { key: 'text', header: 'What', priority: 1, flexible: true, cell: ({ Text }) => <span title={Text}>{Text}</span> },
    {
      key: 'winery',
      header: 'Winery',
      priority: 1,
      cell: ({ CustomerNo }) => <span className="quiet code">{CustomerNo}</span>,
    },
    {
      key: 'since',
      header: 'Waiting',
      priority: 1,
      align: 'end',
      cell: ({ Since }) => <span title={formatExact(Since)}>{formatAge(Since, now)}</span>,
    },
  ];
}

/** The current time, updated every half minute, so that the time left is right without a reload. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
