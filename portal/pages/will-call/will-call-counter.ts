/**
 * The state of the will-call counter, without its page. A scan opens an order, which is handed over; the steps run one after the
 * other. Unlike at other stations none is repeated by itself: the recipient is there, and the person sees what went wrong.
 */
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { countOf } from '../../design/format.ts';
import { playVerdict } from '../../design/sound.ts';
import { describeError } from '../../design/states.tsx';
import { ready, type StationState, type StationVerdict } from '../../station/station.ts';
import { openStepQueue } from '../../station/step-queue.ts';
import { ordersMatchingScan, type WillCallOrder, willCallOrderKey } from './will-call-orders.tsx';

/** The timeout of the search for an order that is not in the list. */
const searchMs = 30_000;

type Step =
  /** `isDuringHandOver`: scanned before the server had replied to a hand-over. */
  | { readonly kind: 'scan'; readonly code: string; readonly isDuringHandOver: boolean }
  | { readonly kind: 'hand over'; readonly order: WillCallOrder };

export interface WillCallState extends StationState {
  readonly chosen: WillCallOrder | undefined;
  /** The orders that one scan matches, of which the person opens one. */
  readonly matches: readonly WillCallOrder[] | undefined;
  /** Whether the server is asked for an order, or handing one over. */
  readonly isRunning: boolean;
  readonly isOfAge: boolean;
  readonly isOther: boolean;
}

/** An order is opened with nothing checked. */
const opened = (chosen: WillCallOrder | undefined, matches?: readonly WillCallOrder[]) => ({
  chosen,
  matches,
  isOfAge: false,
  isOther: false,
});

export type WillCallCounter = ReturnType<typeof createWillCallCounter>;

/**
 * @param listed reads the waiting orders that are listed
 * @param focusLine gives the focus to the field of the scans
 */
export function createWillCallCounter(
  warehouse: string,
  listed: () => readonly WillCallOrder[],
  focusLine: () => void,
) {
  /** The orders that were handed over here, which the list may still have. */
  const handedOver = new Set<string>();
  let isHandingOver = false;
  let hasFailed = false;

  const say = (verdict: StationVerdict, message: string, change: Partial<WillCallState> = {}): void => {
    queue.set({ ...change, verdict, message });
    if ('chosen' in change) focusLine();
    playVerdict(verdict);
  };
  const open = (order: WillCallOrder): void =>
    say('right', `Order ${order.Order.OrderNo} for ${order.Recipient}`, opened(order));

  /** Finds the order of a scan, or the orders of a recipient, also those that are not in the list. */
  const find = async (code: string): Promise<void> => {
    const waiting = listed().filter((order) => !handedOver.has(willCallOrderKey(order)));
    let found = ordersMatchingScan(waiting, code);
    if (found.length === 0) {
      queue.set({ isRunning: true });
      const request = { Warehouse: warehouse, Scan: code };
      found = (await call('/api/Floor/ListWillCall', request, AbortSignal.timeout(searchMs))).Records;
    }
    const [first] = found;
    if (first !== undefined && found.length === 1) open(first);
    else if (found.length > 1) {
      say('wrong', `${found.length} orders match ${code}: open one.`, opened(undefined, found));
    } else {
      const message = `No packed order waits under ${code}. Check the spelling; it may not be packed yet, or was handed over.`;
      say('wrong', message, opened(undefined));
    }
  };

  const handOver = async (order: WillCallOrder): Promise<void> => {
    const { isOfAge, isOther } = queue.state();
    const { CustomerNo, TransactionReferenceNumber } = order.Order;
    [isHandingOver, hasFailed] = [true, true];
    queue.set({ isRunning: true });
    const { OrderNo, Packages } = await call('/api/Floor/HandOver', {
      CustomerNo,
      TransactionReferenceNumber,
      ...(isOfAge && { IsOfAge: true }),
      ...(isOther && { TakenBy: 'other' as const }),
    });
    hasFailed = false;
    handedOver.add(willCallOrderKey(order));
    say('done', `Order ${OrderNo}, ${countOf(Packages, 'box', 'boxes')}, for ${order.Recipient}`, opened(undefined));
    void refreshAll();
  };

  const run = async (step: Step): Promise<void> => {
    try {
      if (step.kind === 'hand over') await handOver(step.order);
      // The order that was not handed over stays open, with the error.
      else if (step.isDuringHandOver && hasFailed)
        say('wrong', `${queue.state().message} ${step.code} was not opened: scan it again.`);
      else await find(step.code);
    } catch (error) {
      say('wrong', describeError(error).detail);
    } finally {
      if (step.kind === 'hand over') isHandingOver = false;
      queue.set({ isRunning: false });
    }
  };
  const queue = openStepQueue<WillCallState, Step>({ ...ready, ...opened(undefined), isRunning: false }, [], {
    run,
    // `run` says the errors of its calls itself.
    refuse: () => undefined,
    pause: () => Promise.resolve(),
  });
  /** An order that was just scanned is not on screen until its step has ended: a key would act on the one before. */
  const isBusy = (): boolean => queue.state().waiting > 0;
  return {
    state: queue.state,
    subscribe: queue.subscribe,
    scan: (code: string): void => queue.add({ kind: 'scan', code, isDuringHandOver: isHandingOver }),
    open: (order: WillCallOrder): void => {
      if (!isBusy()) open(order);
    },
    checkId: (isOfAge: boolean): void => {
      queue.set({ isOfAge });
      if (isOfAge) say('right', 'The ID was checked. F2 hands the order over.');
    },
    setIsOther: (isOther: boolean): void => queue.set({ isOther }),
    handOver: (): void => {
      const { chosen, isOfAge } = queue.state();
      if (chosen === undefined || isBusy()) return;
      if (chosen.IsForAdult && !isOfAge) say('wrong', 'Check the ID and have an adult sign first (F4).');
      else queue.add({ kind: 'hand over', order: chosen });
    },
    leave: (): void => {
      if (!isBusy()) say('ready', '', opened(undefined));
    },
  };
}
