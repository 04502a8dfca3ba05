/**
 * The state of the packing station, without its page. Steps run in order, one at a time, and are repeated until the server has
 * replied: bottle scans, undo and reports under their id; repeating any other step is harmless. The session is shown as the
 * server returns it; nothing is counted here. Steps without a reply survive a reload.
 */
import { ApiError, isRetryable } from '../../api/api-error.ts';
import type { ReplyOf } from '../../api/operation-types.ts';
import {
  createStation,
  isSameCode,
  printInStep,
  ready,
  type StationController,
  type StationPorts,
  type StationState,
} from '../../station/station.ts';

export type PackingSession = ReplyOf<'/api/Floor/OpenPacking'>;

/** The measures of a finished box: its weight, with its shipper or the sides of another box. */
export type PackedBoxMeasures = { readonly WeightLb: number } & (
  | { readonly Shipper: string }
  | { readonly LengthIn: number; readonly WidthIn: number; readonly HeightIn: number }
);

/** Damaged bottles of the order. `isPacked`: they were scanned into a box. */
export interface PackingDamageReport {
  readonly itemNo: string;
  readonly quantity: number;
  readonly isPacked: boolean;
  readonly reason: string;
  readonly note: string;
}

/** A problem of the order, in the person's words. */
export interface PackingProblem {
  readonly kind: 'address' | 'name' | 'other';
  readonly note: string;
}

/** An action of a person. The meaning of a scan depends on the state of the session when it is processed. */
export type PackingAction =
  | { readonly kind: 'scan'; readonly code: string }
  | {
      readonly kind: 'open';
      readonly scan: string;
      readonly customerNo?: string;
      readonly warehouse?: string;
      readonly takesOver?: boolean;
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'damage'; readonly damage: PackingDamageReport }
  | { readonly kind: 'problem'; readonly problem: PackingProblem }
  | { readonly kind: 'finish'; readonly box: number; readonly measures: PackedBoxMeasures }
  | { readonly kind: 'labels' }
  /** Prints the labels of the order again. */
  | { readonly kind: 'print' }
  | { readonly kind: 'leave' };

/** `isContinued`: the page before had the order open. */
type Step = PackingAction & { readonly id: string; readonly isContinued?: boolean };

/** The choices of a person after the scan of an order was refused. */
type PackingOffer =
  | { readonly kind: 'take over'; readonly scan: string; readonly customerNo?: string }
  /** The wineries of orders with this name, or the warehouses of totes with this code. */
  | {
      readonly kind: 'choose';
      readonly scan: string;
      readonly names: 'customerNo' | 'warehouse';
      readonly choices: readonly string[];
    };

export interface PackingState extends StationState {
  readonly session: PackingSession | undefined;
  readonly offer: PackingOffer | undefined;
}

export interface PackingPorts extends StationPorts<SavedPackingState> {
  /**
   * Loads the labels that were just bought at this station, and those of a labeled order that its JIT label has opened. Returns the
   * function that prints them.
   */
  loadLabels(session: PackingSession): Promise<() => void>;
}

export interface SavedPackingState {
  /** The order that is being packed. */
  readonly order?: { readonly customerNo: string; readonly reference: string } | undefined;
  readonly steps: readonly Step[];
}

export interface PackingStationController extends StationController<PackingState, PackingAction> {
  /** Shows what is wrong with an input that is not sent. */
  refuse(message: string): void;
}

const start: PackingState = { ...ready, session: undefined, offer: undefined };

/** The timeout of a step's calls. Some buy labels, for which the server waits for a carrier, but not as long. */
const carrierCallMs = 65_000;

/** States in which another person may be working on the order. */
const claimable = /^(RELEASED|PICKING|PICKED|SHORT|PACKING|LABELING|LABELED|STAGED|MANIFESTED)$/;

/** Opens the station, and continues where an earlier page ended. */
export function createPackingStationController(
  ports: PackingPorts,
  kept: SavedPackingState = { steps: [] },
): PackingStationController {
  let order = kept.order;
  /** The scan that opened the order, with what was said then: read a second time, it is no bottle. */
  let opening: { readonly code: string; readonly message: string } | undefined;
  const continued: readonly Step[] =
    order === undefined || kept.steps[0]?.kind === 'open'
      ? kept.steps
      : [
          { kind: 'open', scan: order.reference, customerNo: order.customerNo, id: ports.newId(), isContinued: true },
          ...kept.steps,
        ];
  const { state, set, say, call, begin, isOpen, replaceFirst } = createStation<
    PackingState,
    PackingAction,
    SavedPackingState
  >(ports, start, continued, { offer: undefined }, carrierCallMs);

  const show = (session: PackingSession): void => {
    if (!isOpen()) return;
    order = { customerNo: session.CustomerNo, reference: session.TransactionReferenceNumber };
    const verdict = isOffFloor(session) ? 'wrong' : (session.Verdict ?? 'right');
    say(verdict, session.Message || openedMessage(session), { session });
  };

  const refuse = (message: string, offer?: PackingOffer): void => say('wrong', message, { offer });

  /**
   * Prints the labels of the order, as a part of its step: without a connection the step is repeated until they are loaded,
   * also by the next page when this one was left.
   */
  const print = async (session: PackingSession): Promise<boolean> => {
    if (!isOpen()) return false;
    const reason = await printInStep(() => ports.loadLabels(session), isOpen);
    if (reason) refuse(`Order ${session.OrderNo} was not printed. ${reason} F8 prints it again.`);
    return reason === '';
  };

  const runStep = async (step: Step): Promise<void> => {
    const { session } = state();
    if (step.kind === 'leave') {
      order = undefined;
      set({ ...start });
    } else if (step.kind === 'open') {
      const { scan: Scan, customerNo, warehouse, takesOver } = step;
      const named = { ...(customerNo && { CustomerNo: customerNo }), ...(warehouse && { Warehouse: warehouse }) };
      const opened = await call('/api/Floor/OpenPacking', { Scan, ...named, ...(takesOver && { TakeOver: true }) });
      show(opened);
      opening = { code: Scan, message: opened.Message };
    } else if (step.kind === 'scan') {
      await runScan(step.code, step.id);
    } else if (session === undefined) {
      refuse('Scan an order first.');
    } else if (step.kind === 'undo') {
      show(await call('/api/Floor/Undo', { Session: session.Session, ScanId: step.id }));
    } else if (step.kind === 'damage') {
      const { itemNo: ItemNo, quantity: Quantity, isPacked: IsPacked, reason: ReasonCode, note } = step.damage;
      const report = { ItemNo, Quantity, IsPacked, ReasonCode, ...(note !== '' && { Note: note }) };
      show(await call('/api/Floor/ReportDamage', { Session: session.Session, ScanId: step.id, ...report }));
    } else if (step.kind === 'problem') {
      const { kind: Kind, note: Note } = step.problem;
      show(await call('/api/Floor/ReportProblem', { Session: session.Session, ScanId: step.id, Kind, Note }));
    } else if (step.kind === 'finish') {
      const { box: Box, measures } = step;
      const finished = await call('/api/Floor/FinishBox', { Session: session.Session, Box, ...measures });
      if (!isOpen()) return;
      if (finished.Next === 'buy labels') {
        // If it is repeated, it only buys: the weight was accepted.
        replaceFirst({ kind: 'labels', id: step.id });
        set({ session: finished });
        await buyLabels(finished.Session);
      } else
        show({ ...finished, Message: finished.Message || `Box ${Box} is closed. Scan what goes into the next one.` });
    } else if (step.kind === 'print') {
      if (await print(session)) say('right', `Order ${session.OrderNo} is printed again.`);
    } else await buyLabels(session.Session);
  };

  const runScan = async (code: string, id: string): Promise<void> => {
    const { session } = state();
    if (session === undefined || opensOrder(code, session)) {
      const opened = await call('/api/Floor/OpenPacking', { Scan: code });
      const isOther = opened.TransactionReferenceNumber !== session?.TransactionReferenceNumber;
      if (session?.Next === 'stage' && isOther && isLabelOf(code, opened)) {
        const [mine, other] = [session.OrderNo, opened.OrderNo];
        return refuse(
          `This is the label of order ${other}. Stick that of order ${mine} on its box and scan it, or put ${mine} aside first.`,
        );
      }
      show(opened);
      opening = { code, message: opened.Message };
      // The labels of a JIT order were bought before; the scan of its JIT label prints them.
      if (isJitLabel(code) && opened.State === 'labeled') await print(opened);
    } else if (session.Next === 'stage' || session.Next === 'none') {
      const { Order, Verdict, Message } = await call('/api/Floor/Stage', { TrackingNumber: code });
      if (Order.State === 'departed') {
        // It cannot be opened. The message says what to do with the box.
        order = undefined;
        return say(Verdict ?? 'wrong', Message, { session: undefined });
      }
      const staged = await call('/api/Floor/OpenPacking', orderOf(session));
      show({ ...staged, Verdict: staged.Next === 'none' ? 'done' : 'right', Message });
    } else {
      const scanned = await call('/api/Floor/ScanBottle', { Session: session.Session, ScanId: id, Code: code });
      const isOpening = scanned.Verdict === 'wrong' && !isOffFloor(scanned) && isSameCode(code, opening?.code);
      show(isOpening ? { ...scanned, Verdict: 'right', Message: opening?.message ?? '' } : scanned);
    }
  };

  const buyLabels = async (Session: string): Promise<void> => {
    const bought = await call('/api/Floor/BuyLabels', { Session });
    show(bought.State === 'labeled' ? { ...bought, Verdict: 'done' } : bought);
    if (bought.State === 'labeled') await print(bought);
  };

  /** Handles a refusal, which is the reply to its step. Reads the session again if another person may have it by now. */
  const handleRefusal = async (step: Step, error: ApiError): Promise<void> => {
    const { session } = state();
    if (step.isContinued && error.state === 'DEPARTED') {
      // What has left since then is no fault of the person.
      order = undefined;
      return;
    }
    if (step.kind === 'open' || (step.kind === 'scan' && opensOrder(step.code, session))) {
      // After another label, of a colleague's order or of none on the floor, the open one still waits for its own. The number
      // of a colleague's order is in the reason.
      const isNoOrder =
        step.kind === 'scan' && (error.code === 'NotFound' || !error.message.includes(step.code.trim()));
      if (session?.Next === 'stage' && isNoOrder) {
        return refuse(`This is not the label of order ${session.OrderNo}. ${error.message}`);
      }
      // Close the previous order: the person has scanned another one.
      set({ session: undefined });
      return refuse(error.message, offerFor(step, error));
    }
    refuse(error.message);
    if (session === undefined || error.code !== 'StateForbids') return;
    try {
      set({ session: await call('/api/Floor/OpenPacking', orderOf(session)) });
    } catch (again) {
      if (!(again instanceof ApiError) || isRetryable(again)) throw again;
      const { Scan, CustomerNo } = orderOf(session);
      refuse(again.message, offerFor({ kind: 'open', scan: Scan, customerNo: CustomerNo, id: step.id }, again));
    }
  };

  const station = begin({ run: runStep, refuse: handleRefusal, saved: () => ({ order }) });
  return { ...station, refuse: (message) => refuse(message) };
}

/**
 * Whether a scan opens an order: if none is open, or if the open one is finished or waits for the scan of its labels, and this is
 * none of them.
 */
const opensOrder = (code: string, session: PackingSession | undefined): boolean =>
  session === undefined || (['stage', 'none'].includes(session.Next) && !isLabelOf(code, session));

/** Whether a scan is the label of a JIT order, which its winery packed. */
const isJitLabel = (code: string): boolean => /^\s*JIT-/i.test(code);

/**
 * Whether a scan is the label of one of the session's boxes. Barcodes of USPS and FedEx end with the tracking number, which the
 * server extracts.
 */
function isLabelOf(code: string, { Boxes }: PackingSession): boolean {
  const barcode = code.replaceAll(/\s/g, '').toUpperCase();
  return Boxes.some(({ TrackingNumber: number }) => number !== '' && barcode.endsWith(number.toUpperCase()));
}

/** Whether the order left the floor before it was shipped, because of a problem or because it was taken back. */
export const isOffFloor = ({ State }: PackingSession): boolean => State === 'problem' || State === 'stopped';

const orderOf = ({ CustomerNo, TransactionReferenceNumber }: PackingSession) => ({
  Scan: TransactionReferenceNumber,
  CustomerNo,
});

function offerFor(step: Step, { code, state, faults }: ApiError): PackingOffer | undefined {
  if (step.kind !== 'open' && step.kind !== 'scan') return undefined;
  const scan = step.kind === 'open' ? step.scan : step.code;
  if (code === 'StateForbids' && claimable.test(state)) {
    const customerNo = step.kind === 'open' ? step.customerNo : undefined;
    return { kind: 'take over', scan, ...(customerNo !== undefined && { customerNo }) };
  }
  const [fault] = faults.filter(({ Field }) => Field === 'CustomerNo' || Field === 'Warehouse');
  const several = fault?.Message.split('must be one of ')[1];
  if (several === undefined) return undefined;
  const names = fault?.Field === 'Warehouse' ? 'warehouse' : 'customerNo';
  return { kind: 'choose', scan, names, choices: several.split(', ') };
}

function openedMessage({ OrderNo, Next }: PackingSession): string {
  const what: Readonly<Record<PackingSession['Next'], string>> = {
    scan: 'Scan its bottles.',
    'finish box': 'Weigh the box.',
    'buy labels': 'Buy its labels.',
    wait: 'The carrier has not replied yet.',
    stage: 'Stick the label, scan it, stage the box.',
    none: 'There is nothing left to do here.',
  };
  return `Order ${OrderNo}. ${what[Next]}`;
}
