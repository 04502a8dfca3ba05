/** The steps at the will-call counter: a scan opens an order, which is handed over. They run one after the other. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { countOf } from '../../design/format.ts';
import { playVerdict } from '../../design/sound.ts';
import { describeError } from '../../design/states.tsx';
import type { StationVerdict } from '../../station/station.ts';
import { ordersMatchingScan, type WillCallOrder, willCallOrderKey } from './will-call-orders.tsx';

/** After this time without a reply to a search or a hand-over, the counter is slow. */
const slowMs = 3_000;

/** The timeout of the search for an order that is not in the list. */
const callMs = 30_000;

/** @param records the waiting orders that are listed; @param line the field of the scans, which gets the focus after a step */
export function useWillCallCounter(
  warehouse: string,
  records: readonly WillCallOrder[],
  line: RefObject<HTMLInputElement | null>,
) {
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
  /** The list as last read, also for a scan that waits since an earlier rendering. */
  const listed = useRef<readonly WillCallOrder[]>([]);
  listed.current = records;
  /** The orders that were handed over here, which the list may still have. */
  const handedOver = useRef(new Set<string>());
  const show = (next: StationVerdict, message: string): void => {
    setVerdict({ verdict: next, message });
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
  return {
    verdict,
    message,
    isRunning,
    isSlow,
    waiting,
    chosen,
    matches,
    isOfAge,
    isOther,
    open: openListed,
    scan,
    checkId,
    setIsOther,
    handOver: beginHandOver,
    leave,
  };
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
