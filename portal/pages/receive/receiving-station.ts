/**
 * The state of the receiving station, without its page. Steps run in order, one at a time, and are repeated until the server
 * has replied; counts are sent under their id, so that they count once. A reply to a count is the whole receipt; nothing is
 * counted here. The receipt, steps without a reply, the lot of the day, and the bin that a transfer is taken out of survive a
 * reload.
 */

import type { ApiError } from '../../api/api-error.ts';
import type { ReplyOf } from '../../api/operation-types.ts';
import { formatCount } from '../../design/format.ts';
import {
  createStation,
  isSameCode,
  ready,
  type StationController,
  type StationPorts,
  type StationState,
  type StepOutcome,
} from '../../station/station.ts';
import { matchByNumber } from '../../station/typed-count.ts';

export type Receipt = ReplyOf<'/api/Receiving/Scan'>;
export type OrderMatch = ReplyOf<'/api/Receiving/Open'>['Matches'][number];

export interface DifferenceReason {
  readonly ItemNo: string;
  readonly ReasonCode: string;
  readonly Note?: string;
}

export type ReceivingAction =
  | {
      readonly kind: 'open';
      readonly warehouse: string;
      readonly scan: string;
      /** The label of the pallet; '' for none. */
      readonly pallet?: string;
      readonly takesOver?: boolean;
    }
  /** A scan. While no receipt is open, it is the name of an order; `pallet` is the label of its pallet. */
  | {
      readonly kind: 'scan';
      readonly warehouse: string;
      readonly code: string;
      readonly pallet: string;
    }
  | {
      readonly kind: 'count';
      readonly itemNo: string;
      readonly units?: number;
      readonly cases?: number;
      readonly issue?: {
        readonly status: string;
        readonly reason: string;
        readonly note: string;
        readonly wereCounted: boolean;
        readonly photos: readonly string[];
      };
    }
  /** The lot of what is counted from now on of the order that is open; `''` for none. */
  | { readonly kind: 'lot'; readonly lot: string }
  /** What is scanned from now on of the departing transfer that is open comes from no named bin. */
  | { readonly kind: 'no bin' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'finish'; readonly confirm?: boolean; readonly reasons?: readonly DifferenceReason[] }
  | {
      readonly kind: 'park';
      readonly warehouse: string;
      readonly customerNo: string;
      readonly place: string;
      readonly note: string;
      readonly photos: readonly string[];
    }
  | { readonly kind: 'discard'; readonly reason: string }
  | { readonly kind: 'leave' };

type Step = ReceivingAction & { readonly id: string };
type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;
/** A step of the receipt that is open. */
type ReceiptStep = StepOf<'scan' | 'count' | 'undo' | 'finish' | 'discard'>;

export interface ReceivingState extends StationState {
  readonly receipt: Receipt | undefined;
  /** The orders that one scan matches, to choose from. */
  readonly matches: readonly OrderMatch[];
  /** The scan of a receipt that another person has. */
  readonly taken: { readonly warehouse: string; readonly scan: string } | undefined;
  /** A code that no item has, which a lead may add to an item. */
  readonly unknownCode: string | undefined;
  /** The lot of the next counts; `''` for none. */
  readonly lot: string;
  /** The bin that a departing transfer is taken out of; `''` when none is named. */
  readonly bin: string;
  /** Whether the person has requested the end, and the count differs. */
  readonly isDifferent: boolean;
}

export interface SavedReceivingState {
  readonly receipt?: { readonly warehouse: string; readonly scan: string } | undefined;
  /** Of that receipt. */
  readonly lot?: string;
  readonly bin?: string;
  readonly steps: readonly Step[];
}

export type ReceivingStationController = StationController<ReceivingState, ReceivingAction>;

const start: ReceivingState = {
  ...ready,
  receipt: undefined,
  matches: [],
  taken: undefined,
  unknownCode: undefined,
  lot: '',
  bin: '',
  isDifferent: false,
};

/** Opens the station, and continues where an earlier page ended. */
export function createReceivingStationController(
  ports: StationPorts<SavedReceivingState>,
  kept: SavedReceivingState = { steps: [] },
): ReceivingStationController {
  let { receipt: current } = kept;
  /** The scan that opened the receipt: read a second time, it is no bottle. */
  let opening: string | undefined;
  // Open the receipt of an earlier page again before the steps that wait for it.
  const first: readonly Step[] =
    current !== undefined && kept.steps[0]?.kind !== 'open' ? [{ kind: 'open', ...current, id: ports.newId() }] : [];
  const { state, set, say, call, begin } = createStation<ReceivingState, ReceivingAction, SavedReceivingState>(
    ports,
    { ...start, lot: kept.lot ?? '', bin: kept.bin ?? '' },
    [...first, ...kept.steps],
    { matches: [], taken: undefined, unknownCode: undefined },
  );

  /** Each receipt has a lot, a bin and an opening scan of its own. */
  const follow = (receipt: SavedReceivingState['receipt']): void => {
    if (receipt?.scan !== current?.scan) {
      opening = undefined;
      set({ lot: '', bin: '' });
    }
    current = receipt;
  };

  const show = (receipt: Receipt, change: Partial<ReceivingState> = {}): void => {
    follow(receipt.State === 'open' ? scanOfReceipt(receipt) : undefined);
    say(...outcomeOfReceipt(receipt, state().bin, change));
  };

  const leave = (message = ''): void => {
    follow(undefined);
    set({ ...start, message });
  };

  const openOrder = async (step: StepOf<'open'>): Promise<void> => {
    const { Receipt: receipt, Matches } = await call('/api/Receiving/Open', openFields(step));
    if (receipt !== undefined) {
      show(receipt);
      opening = step.scan;
    } else
      say('wrong', 'Several orders have this name: type the number of one, then Enter.', {
        receipt: undefined,
        matches: Matches,
      });
  };

  const scanItem = async ({ code, id }: StepOf<'scan'>, { Session }: Receipt): Promise<void> => {
    const scanned = await call('/api/Receiving/Scan', { Session, ScanId: id, Code: code, ...sourceFields(state()) });
    const isUnknown = scanned.Verdict === 'unknown';
    if (isUnknown && isSameCode(code, opening)) show({ ...scanned, Verdict: 'right', Message: '' });
    else show(scanned, isUnknown ? { unknownCode: code } : {});
  };

  const finish = async ({ confirm, reasons = [] }: StepOf<'finish'>, { Session }: Receipt): Promise<void> => {
    const ended = await call('/api/Receiving/Finish', {
      Session,
      ...(confirm && { Confirm: true, Reasons: [...reasons] }),
    });
    const isDifferent = ended.State === 'open';
    show(ended, isDifferent ? { isDifferent, verdict: 'wrong' } : {});
  };

  /** Runs a step of the receipt that is open. */
  const runInReceipt = async (step: ReceiptStep, receipt: Receipt): Promise<void> => {
    const { Session, CustomerNo, Receipt: id } = receipt;
    const once = { Session, ScanId: step.id };
    if (step.kind === 'scan') await scanItem(step, receipt);
    else if (step.kind === 'count')
      show(await call('/api/Receiving/Count', { ...once, ...countFields(step), ...sourceFields(state()) }));
    else if (step.kind === 'undo') show(await call('/api/Receiving/Undo', once));
    else if (step.kind === 'finish') await finish(step, receipt);
    else if (step.kind === 'discard') {
      await call('/api/Receiving/Discard', { CustomerNo, Receipt: id, Reason: step.reason });
      leave('The receipt is discarded.');
    }
  };

  const runStep = async (step: Step): Promise<void> => {
    const { receipt } = state();
    if (step.kind === 'leave') leave();
    else if (step.kind === 'open') await openOrder(step);
    // The id of the step is the idempotency key, so a repetition opens no second receipt.
    else if (step.kind === 'park') show(await call('/api/Receiving/Park', parkFields(step), step.id));
    else if (step.kind === 'lot') {
      const message = step.lot === '' ? 'What is scanned now has no lot.' : `What is scanned now has lot ${step.lot}.`;
      if (current !== undefined) say('right', message, { lot: step.lot });
    } else if (step.kind === 'no bin') say('right', 'What is scanned now comes from no bin.', { bin: '' });
    else if (receipt === undefined)
      say('wrong', 'Scan an order first: its number, its reference, or the label of the pallet.');
    else await runInReceipt(step, receipt);
  };

  /** Handles a refusal, which is the reply to its step. Leaves a receipt that another person has. */
  const handleRefusal = (step: Step, error: ApiError): void => {
    const isTaken = error.code === 'StateForbids' && error.state === 'RECEIVING';
    if (step.kind === 'open' || (isTaken && state().receipt !== undefined)) {
      const taken = step.kind === 'open' ? { warehouse: step.warehouse, scan: step.scan } : current;
      follow(undefined);
      say('wrong', error.message, { receipt: undefined, taken: isTaken ? taken : undefined });
    } else say('wrong', error.message);
  };

  return begin({
    run: (step) => runStep(stepOfScan(step, state())),
    refuse: (step, error) => handleRefusal(stepOfScan(step, state()), error),
    saved: () => ({ receipt: current, lot: state().lot, bin: state().bin }),
  });
}

/** The meaning of a scan depends on the receipt when it is processed: the reply to the step before may open or end it. */
export function stepOfScan(step: Step, { receipt, matches }: Pick<ReceivingState, 'receipt' | 'matches'>): Step {
  if (step.kind !== 'scan' || receipt?.State === 'open') return step;
  const { id, warehouse, code, pallet } = step;
  const scan = matchByNumber(matches, code)?.TransactionReferenceNumber ?? code;
  return { id, kind: 'open', warehouse, scan, pallet };
}

const scanOfReceipt = ({ CustomerNo, Receipt: id, Warehouse: warehouse }: Receipt) => ({
  warehouse,
  scan: `${CustomerNo}.${id}`,
});

/** Shows the receipt as the server returned it. `bin`: where the bottles of the next scan come from, unless the reply names it. */
export function outcomeOfReceipt(
  receipt: Receipt,
  bin: string,
  change: Partial<ReceivingState>,
): StepOutcome<ReceivingState> {
  const isOver = receipt.State !== 'open';
  const verdict = isOver ? 'done' : receipt.Verdict === 'unknown' ? 'wrong' : (receipt.Verdict ?? 'right');
  const message = receipt.Message || openedMessage(receipt);
  return [change.verdict ?? verdict, message, { receipt, bin: receipt.Location ?? bin, isDifferent: false, ...change }];
}

/** The photos of a step; steps that an earlier version of the page saved have none. */
const photosOf = (photos: readonly string[] = []) => (photos.length === 0 ? {} : { Photos: [...photos] });

const openFields = ({ warehouse, scan, pallet, takesOver }: StepOf<'open'>) => ({
  Warehouse: warehouse,
  Scan: scan,
  ...(pallet && { Pallet: pallet }),
  ...(takesOver && { TakeOver: true }),
});

const parkFields = ({ warehouse, customerNo, place, note, photos }: StepOf<'park'>) => ({
  Warehouse: warehouse,
  CustomerNo: customerNo,
  Place: place,
  Note: note,
  ...photosOf(photos),
});

const countFields = ({ itemNo, units, cases, issue }: StepOf<'count'>) => ({
  ItemNo: itemNo,
  ...(units !== undefined && { Units: units }),
  ...(cases !== undefined && { Cases: cases }),
  ...(issue && {
    InventoryStatusCode: issue.status,
    ReasonCode: issue.reason,
    Note: issue.note,
    WereCounted: issue.wereCounted,
    ...photosOf(issue.photos),
  }),
});

/** The lot of what is scanned, and the bin that it is taken out of. */
const sourceFields = ({ lot, bin }: ReceivingState) => ({
  ...(lot !== '' && { Lot: lot }),
  ...(bin !== '' && { Location: bin }),
});

function openedMessage({ Kind, OrderNumber, Pallet, Units, Place }: Receipt): string {
  if (Kind === 'unannounced') return `Without an order, at ${Place}. ${formatCount(Units)} counted.`;
  if (Kind === 'transfer out') return `${OrderNumber} departs. Scan the bin, then what leaves.`;
  return `${OrderNumber}, pallet ${Pallet}. ${formatCount(Units)} counted.`;
}
