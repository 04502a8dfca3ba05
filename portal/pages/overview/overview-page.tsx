/**
 * The overview: figures, most with a link to their list, the cutoffs of today, orders in and out, what needs a person, oldest
 * first; for some roles webhooks that were disabled, and the throughput of people.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type CarrierNames, servicesInWords, useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { BarChart } from '../../design/bar-chart.tsx';
import { countColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { type FigureItem, Figures } from '../../design/figures.tsx';
import { formatAge, formatApiWeekday, formatExact, formatLeft } from '../../design/format.ts';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { NeedsPersonLink } from '../inbound/matter-link.tsx';
import styles from './overview-page.module.css';
import { StoppedWebhooks } from './stopped-webhooks.tsx';
import { Throughput } from './throughput.tsx';

type Overview = ReplyOf<'/api/Overview/Get'>;
type Cutoff = Overview['Cutoffs'][number];
type Matter = Overview['NeedsPerson'][number];

export function OverviewPage() {
  const overview = useOperation('/api/Overview/Get', {}, { refreshMs: 60_000 });
  const now = useNow();
  const names = useCarrierNames();
  const { isLead, isService } = useOperator();
  if (overview.error && overview.data === undefined) return <LoadingOrErrorPage title="Overview" query={overview} />;
  const { data } = overview;
  const days = data?.Days.map(({ Date: day, Accepted, Shipped }) => ({ day, values: [Accepted, Shipped] }));
  // The operator's day, not that of the browser: it is what the figures are of.
  const today = data?.Days.at(-1)?.Date;
  return (
    <Page title="Overview" heading={today && formatApiWeekday(today)}>
      <Figures label="Orders now" figures={figuresOf(data)} />
      <div className={styles.columns}>
        <CutoffsToday cutoffs={data?.Cutoffs} columns={cutoffColumns(now, names)} />
        <Panel title="Orders in and out" note="14 days">
          {days && <BarChart title="Orders in and out, 14 days" days={days} labels={['Accepted', 'Shipped']} />}
        </Panel>
      </div>
      {isService && <StoppedWebhooks now={now} />}
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
      {isLead && <Throughput />}
    </Page>
  );
}

interface CutoffsProps {
  /** Undefined while they are loading. */
  readonly cutoffs: readonly Cutoff[] | undefined;
  readonly columns: readonly Column<Cutoff>[];
}

/** The cutoffs of today that orders must meet; all cutoffs on request. */
function CutoffsToday({ cutoffs, columns }: CutoffsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const awaited = cutoffs?.filter(({ Orders }) => Orders > 0);
  const others = (cutoffs?.length ?? 0) - (awaited?.length ?? 0);
  const toggle = others > 0 && (
    <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(!showsAll)}>
      {showsAll ? 'Only with orders' : `${others} without orders`}
    </Button>
  );
  return (
    <Panel title="Cutoffs today" actions={toggle} flush>
      <DataTable
        label="Cutoffs today"
        columns={columns}
        rows={showsAll ? cutoffs : awaited}
        rowKey={({ Warehouse, At }) => `${Warehouse} ${At}`}
        skeletonRows={5}
        empty={
          <EmptyState title={others > 0 ? 'No order has to leave today' : 'No cutoffs today'}>
            {others > 0
              ? 'No cutoff of today has orders that are to ship by it.'
              : 'No warehouse ships today. The page Calendars has the next days of each.'}
          </EmptyState>
        }
      />
    </Panel>
  );
}

function figuresOf(overview: Overview | undefined): readonly FigureItem[] {
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
    warehouseColumn(1),
    {
      key: 'services',
      header: 'Services',
      priority: 1,
      flexible: true,
      cell: ({ Services }) => {
        const text = servicesInWords(Services, names);
        return (
          <span className="quiet" title={text}>
            {text}
          </span>
        );
      },
    },
    countColumn('Orders', 'To ship'),
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

function matterColumns(now: number): readonly Column<Matter>[] {
  return [
    {
      key: 'order',
      header: 'Order',
      priority: 1,
      cell: (matter) => <NeedsPersonLink {...matter} />,
    },
    {
      key: 'kind',
      header: 'Kind',
      priority: 1,
      cell: ({ Kind }) => <Status tone={Kind === 'Exception' ? 'bad' : 'warn'}>{Kind}</Status>,
    },
    {
      key: 'text',
      header: 'What',
      priority: 1,
      flexible: 'more',
      cell: ({ Text }) => <span className="wrap">{Text}</span>,
    },
    wineryColumn(),
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
