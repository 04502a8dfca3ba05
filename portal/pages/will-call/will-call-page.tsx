/**
 * Will call: packed orders that wait at the counter. A scan, an order number or a name finds one; wine is handed over only to
 * an adult.
 */
import { Checkbox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf } from '../../design/format.ts';
import type { StationKey } from '../../design/keys.ts';
import { Page, Panel } from '../../design/page.tsx';
import { playVerdict } from '../../design/sound.ts';
import { describeError, EmptyState, QueryState } from '../../design/states.tsx';
import { ScanInputForm } from '../pack/scan-input-form.tsx';
import type { StationVerdict } from '../pack/station.ts';
import { SoundSwitch, StationButtons, useStationKeys } from '../pack/station-keys.tsx';
import { Band } from '../pack/verdict-band.tsx';
import { NoWorkedWarehouse, useFloorWarehouse, WarehouseChoice } from '../release/worked-warehouses.tsx';
import {
  buildWillCallTableColumns,
  ordersMatchingScan,
  type WillCallOrder,
  willCallOrderKey,
} from './will-call-orders.tsx';
import styles from './will-call-page.module.css';

const firstStep = 'Scan the slip, or type the order number or the name.';
const words = { ready: 'Scan an order', right: 'Found', wrong: 'Wrong', done: 'Handed over' } as const;

/** After this time without a reply to a search or a hand-over, the band says that it waits. */
const slowMs = 3_000;

/** The timeout of the search for an order that is not in the list. */
const callMs = 30_000;

export function WillCallPage() {
  const { codes, code, isNoneWorked } = useFloorWarehouse();
  const list = useWaitingOrders(isNoneWorked ? code : '');
  if (codes?.length === 0 || (isNoneWorked && list.data?.Records.length === 0)) {
    return (
      <Page title="Will call" actions={<WarehouseChoice codes={codes} code={code} isCompact />}>
        <NoWorkedWarehouse purpose="to hand its will-call orders over" />
      </Page>
    );
  }
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
  const line = useRef<HTMLInputElement>(null);
  /** Resolves to whether a scan that waits for this step may run. */
  const lastStep = useRef(Promise.resolve(true));
  const isHandingOver = useRef(false);
  /** Scans whose order is not open yet. */
  const unfinishedScans = useRef(0);
  const [chosen, setChosen] = useState<WillCallOrder>();
  /** The orders that one scan matches, of which the person opens one. */
  const [matches, setMatches] = useState<readonly WillCallOrder[]>();
  const [{ verdict, message }, setVerdict] = useState<{ verdict: StationVerdict; message: string }>({
    verdict: 'ready',
    message: '',
  });
  const [isRunning, setIsRunning] = useState(false);
  const isSlow = useIsSlow(isRunning);
  /** Scans that wait for the step before. */
  const [waiting, setWaiting] = useState(0);
  const [isOfAge, setIsOfAge] = useState(false);
  const [isOther, setIsOther] = useState(false);
  const records = list.data?.Records;
  /** The list as last read, also for a scan that waits since an earlier rendering. */
  const listed = useRef<readonly WillCallOrder[]>([]);
  listed.current = records ?? [];
  /** The orders that were handed over here, which the list may still have. */
  const handedOver = useRef(new Set<string>());
  const show = (next: StationVerdict, said: string): void => {
    setVerdict({ verdict: next, message: said });
    playVerdict(next);
  };
  /** Opens an order with nothing checked. */
  const choose = (order: WillCallOrder | undefined): void => {
    setChosen(order);
    setIsOfAge(false);
    setIsOther(false);
    line.current?.focus();
  };
  const open = (order: WillCallOrder): void => {
    setMatches(undefined);
    choose(order);
    show('right', `Order ${order.Order.OrderNo} for ${order.Recipient}`);
  };
  /** Whether a step has begun, also when its state is not on screen yet. */
  const isBusy = (): boolean => isRunning || isHandingOver.current || unfinishedScans.current > 0;
  const openListed = (order: WillCallOrder): void => {
    if (!isBusy()) open(order);
  };
  /** Finds the order of a scan, or the orders of a recipient, also those that are not in the list. */
  const find = async (code: string): Promise<void> => {
    const waiting = listed.current.filter((order) => !handedOver.current.has(willCallOrderKey(order)));
    let found = ordersMatchingScan(waiting, code);
    if (found.length === 0) {
      setIsRunning(true);
      try {
        const request = { Warehouse: warehouse, Scan: code };
        found = (await call('/api/Floor/ListWillCall', request, AbortSignal.timeout(callMs))).Records;
      } catch (error) {
        show('wrong', describeError(error).detail);
        return;
      } finally {
        setIsRunning(false);
      }
    }
    const [first] = found;
    if (first !== undefined && found.length === 1) {
      open(first);
      return;
    }
    choose(undefined);
    setMatches(found.length > 1 ? found : undefined);
    show(
      'wrong',
      found.length > 1
        ? `${found.length} orders match ${code}: open one.`
        : `No packed order waits under ${code}. Check the spelling; it may not be packed yet, or was handed over.`,
    );
  };
  /**
   * Runs after the step before. After a hand-over that failed, what was scanned meanwhile is not opened: its order and the
   * error stay.
   */
  const scan = (code: string): void => {
    const isWaiting = isHandingOver.current;
    unfinishedScans.current += 1;
    setWaiting((count) => count + 1);
    lastStep.current = lastStep.current.then(async (mayFollow) => {
      setWaiting((count) => count - 1);
      if (mayFollow || !isWaiting) {
        await find(code).finally(() => {
          unfinishedScans.current -= 1;
        });
        return true;
      }
      unfinishedScans.current -= 1;
      setVerdict(({ message: error }) => ({
        verdict: 'wrong',
        message: `${error} ${code} was not opened: scan it again.`,
      }));
      playVerdict('wrong');
      return false;
    });
  };
  const mayHandOver = chosen !== undefined && !isRunning && (isOfAge || !chosen.IsForAdult);
  const checkId = (isChecked: boolean): void => {
    setIsOfAge(isChecked);
    if (isChecked) show('right', 'The ID was checked. F2 hands the order over.');
  };
  /** Resolves to whether the order was handed over. */
  const handOver = async (order: WillCallOrder): Promise<boolean> => {
    const { CustomerNo, TransactionReferenceNumber } = order.Order;
    setIsRunning(true);
    try {
      const { OrderNo, Packages } = await call('/api/Floor/HandOver', {
        CustomerNo,
        TransactionReferenceNumber,
        ...(isOfAge && { IsOfAge: true }),
        ...(isOther && { TakenBy: 'other' as const }),
      });
      handedOver.current.add(willCallOrderKey(order));
      choose(undefined);
      show('done', `Order ${OrderNo}, ${countOf(Packages, 'box', 'boxes')}, for ${order.Recipient}`);
      void refreshAll();
      return true;
    } catch (error) {
      show('wrong', describeError(error).detail);
      return false;
    } finally {
      isHandingOver.current = false;
      setIsRunning(false);
    }
  };
  const beginHandOver = (): void => {
    // An order that was just scanned is not on screen yet: the key would hand the one before it over.
    if (chosen === undefined || isBusy()) return;
    if (!mayHandOver) {
      show('wrong', 'Check the ID and have an adult sign first (F4).');
      return;
    }
    isHandingOver.current = true;
    lastStep.current = handOver(chosen);
  };
  const leave = (): void => {
    if (isBusy()) return;
    choose(undefined);
    setMatches(undefined);
    setVerdict({ verdict: 'ready', message: '' });
  };
  const mayCheck = chosen !== undefined && !isRunning;
  const keys: readonly StationKey[] = [
    { key: 'F2', label: 'Hand over', run: chosen && beginHandOver, isPrimary: true },
    { key: 'F4', label: 'The ID was checked', run: mayCheck ? () => checkId(!isOfAge) : undefined, isInField: true },
    {
      key: 'F6',
      label: 'Another person takes it',
      run: mayCheck ? () => setIsOther(!isOther) : undefined,
      isInField: true,
    },
    { key: 'Escape', label: 'Not now', run: leave },
  ];
  useStationKeys(keys);
  useEffect(() => line.current?.focus(), []);
  return (
    <>
      <Band
        verdict={verdict}
        word={words[verdict]}
        message={message || firstStep}
        trouble={isSlow ? 'The server has not replied yet.' : ''}
        outlook="What is scanned now is opened afterwards."
      />
      <ScanInputForm inputRef={line} waiting={waiting} onScan={scan} />
      {chosen && (
        <Panel
          title={`Order ${chosen.Order.OrderNo}`}
          note={`${chosen.Order.CustomerNo} · ${countOf(chosen.Boxes, 'box', 'boxes')}`}
        >
          <p className={styles.recipient}>{chosen.Recipient || 'Recipient erased'}</p>
          <ul className={styles.items} aria-label="What is handed over">
            {chosen.Items.map(({ ItemNo, Description, Units }, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an item may be in several lines, which do not move
              <li key={nth}>
                <strong>{Units} ×</strong> {Description || ItemNo} <span className="code quiet">{ItemNo}</span>
              </li>
            ))}
          </ul>
          <div className={styles.checks}>
            {chosen.IsForAdult && (
              <Checkbox
                size="md"
                label="Of age: the ID was checked, and an adult has signed (F4)"
                checked={isOfAge}
                disabled={isRunning}
                onChange={(event) => checkId(event.currentTarget.checked)}
              />
            )}
            <Checkbox
              size="md"
              label="Another person takes it for the recipient (F6)"
              checked={isOther}
              disabled={isRunning}
              onChange={(event) => setIsOther(event.currentTarget.checked)}
            />
          </div>
          <StationButtons keys={keys} />
        </Panel>
      )}
      <QueryState query={list}>
        <DataTable
          label="Will-call orders"
          columns={buildWillCallTableColumns(openListed)}
          rows={matches ?? records}
          rowKey={willCallOrderKey}
          onOpen={openListed}
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

/** Whether something has been running for longer than `slowMs`. */
function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}
