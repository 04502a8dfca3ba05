/**
 * Will call: packed orders that wait at the counter. A scan, an order number or a name finds one; wine is handed over only to
 * an adult.
 */
import { Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOperation } from '../../api/queries.ts';
import { DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import type { StationKey } from '../../design/keys.ts';
import { Page, Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { ScanInputForm } from '../../station/scan-input-form.tsx';
import { SoundSwitch, StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { VerdictBand } from '../../station/verdict-band.tsx';
import { UnworkedPage, useFloorWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { createWillCallCounter, type WillCallCounter, type WillCallState } from './will-call-counter.ts';
import { buildWillCallTableColumns, type WillCallOrder, willCallOrderKey } from './will-call-orders.tsx';
import styles from './will-call-page.module.css';

const firstStep = 'Scan the slip, or type the order number or the name.';
const words = { ready: 'Scan an order', right: 'Found', wrong: 'Wrong', done: 'Handed over' } as const;

export function WillCallPage() {
  const { codes, code, isNoneWorked } = useFloorWarehouse();
  const list = useWaitingOrders(isNoneWorked ? code : '');
  if (codes?.length === 0 || (isNoneWorked && list.data?.Records.length === 0))
    return <UnworkedPage title="Will call" codes={codes} code={code} purpose="to hand its will-call orders over" />;
  return (
    <Page
      title="Will call"
      actions={
        <>
          <SoundSwitch />
          {code !== '' && <ExportButton exported={{ list: '/api/Floor/ListWillCall', filters: { Warehouse: code } }} />}
          <WarehouseChoice codes={codes} code={code} isCompact />
        </>
      }
    >
      {code !== '' && <Counter key={code} warehouse={code} />}
    </Page>
  );
}

/** The packed orders that wait at a warehouse; none is read for ''. */
const useWaitingOrders = (warehouse: string) =>
  useOperation('/api/Floor/ListWillCall', { Warehouse: warehouse }, { isEnabled: warehouse !== '', refreshMs: 60_000 });

function Counter({ warehouse }: { readonly warehouse: string }) {
  const list = useWaitingOrders(warehouse);
  const records = list.data?.Records;
  const line = useRef<HTMLInputElement>(null);
  const listed = useRef(records);
  listed.current = records;
  const [counter] = useState(() =>
    createWillCallCounter(
      warehouse,
      () => listed.current ?? [],
      () => line.current?.focus(),
    ),
  );
  const state = useSyncExternalStore(counter.subscribe, counter.state);
  const { verdict, message, trouble, waiting, chosen, matches, isRunning, isOfAge, isOther } = state;
  const mayCheck = chosen !== undefined && !isRunning;
  const keys: readonly StationKey[] = [
    { key: 'F2', label: 'Hand over', run: chosen && counter.handOver, isPrimary: true },
    {
      key: 'F4',
      label: 'The ID was checked',
      run: mayCheck ? () => counter.checkId(!isOfAge) : undefined,
      isInField: true,
    },
    {
      key: 'F6',
      label: 'Another person takes it',
      run: mayCheck ? () => counter.setIsOther(!isOther) : undefined,
      isInField: true,
    },
    { key: 'Escape', label: 'Not now', run: counter.leave },
  ];
  useStationKeys(keys);
  useEffect(() => line.current?.focus(), []);
  return (
    <>
      <VerdictBand
        verdict={verdict}
        word={words[verdict]}
        message={message || firstStep}
        trouble={trouble}
        outlook="What is scanned now is opened afterwards."
      />
      <ScanInputForm inputRef={line} waiting={waiting - 1} onScan={counter.scan} />
      {chosen && (
        <ChosenOrder order={chosen} state={state} counter={counter}>
          <StationButtons keys={keys} />
        </ChosenOrder>
      )}
      <QueryState query={list}>
        <DataTable
          label="Will-call orders"
          columns={buildWillCallTableColumns(counter.open)}
          rows={matches ?? records}
          rowKey={willCallOrderKey}
          onOpen={counter.open}
          skeletonRows={3}
          empty={
            <EmptyState title="No order waits for its recipient">
              Will-call orders appear here when they are packed.
            </EmptyState>
          }
        />
        {list.data?.Next && (
          <p className="quiet">
            There are more: only the oldest are listed. A scan, an order number or a name finds each.
          </p>
        )}
      </QueryState>
    </>
  );
}

/** The order that is handed over, and what the person confirms before. */
function ChosenOrder({
  order,
  state: { isRunning, isOfAge, isOther },
  counter,
  children,
}: {
  readonly order: WillCallOrder;
  readonly state: WillCallState;
  readonly counter: WillCallCounter;
  readonly children: ReactNode;
}) {
  return (
    <Panel
      title={`Order ${order.Order.OrderNo}`}
      note={`${order.Order.CustomerName || order.Order.CustomerNo} · ${countOf(order.Boxes, 'box', 'boxes')}`}
    >
      <p className={styles.recipient}>{order.Recipient || 'Recipient erased'}</p>
      <ul className={styles.items} aria-label="What is handed over">
        {order.Items.map(({ ItemNo, Description, Units }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may be in several lines, which do not move
          <li key={nth}>
            <strong>{formatCount(Units)} ×</strong> {Description || ItemNo} <span className="code quiet">{ItemNo}</span>
          </li>
        ))}
      </ul>
      <div className={styles.checks}>
        {order.IsForAdult && (
          <Checkbox
            size="md"
            label="Of age: the ID was checked, and an adult has signed (F4)"
            checked={isOfAge}
            disabled={isRunning}
            onChange={(event) => counter.checkId(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          size="md"
          label="Another person takes it for the recipient (F6)"
          checked={isOther}
          disabled={isRunning}
          onChange={(event) => counter.setIsOther(event.currentTarget.checked)}
        />
      </div>
      {children}
    </Panel>
  );
}
