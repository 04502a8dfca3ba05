/**
 * The state of the packing station, without its page. Steps run in order, one at a time, and are repeated until the server has
 * replied: bottle scans, undo and reports under their id; repeating any other step is harmless. The session is shown as the
 * server returns it; nothing is counted here. Steps without a reply survive a reload.
 */
import { ApiError, isRetryable } from '../../api/api-error.ts';
import {
  createStation,
  isSameCode,
  printInStep,
  ready,
  type StationController,
  type StationPorts,
  type StationState,
} from '../../station/station.ts';
import {
  checkOpenedOrder,
  decidePackingScan,
  isJitLabel,
  isOffFloor,
  type OrderScan,
  offerAfterRefusal,
  outcomeOfRefusedOrder,
  outcomeOfSession,
  type PackingOrderState,
  type PackingSession,
  scanOfOrder,
} from './packing-session.ts';

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
type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;
/** A step of the order that is open. */
type OrderStep = Exclude<Step, StepOf<'leave' | 'open'>>;

export interface PackingState extends StationState, PackingOrderState {}

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

/** Opens the station, and continues where an earlier page ended. */
export function createPackingStationController(
  ports: PackingPorts,
  kept: SavedPackingState = { steps: [] },
): PackingStationController {
  let order = kept.order;
  /** The scan that opened the order, with what was said then: read a second time, it is no bottle. */
  let opening: { readonly code: string; readonly message: string } | undefined;
  const { state, set, say, call, begin, isOpen, replaceFirst } = createStation<
    PackingState,
    PackingAction,
    SavedPackingState
  >(ports, start, continuedSteps(kept, ports.newId), { offer: undefined }, carrierCallMs);

  const refuse = (message: string): void => say('wrong', message);

  const show = (session: PackingSession): void => {
    if (!isOpen()) return;
    order = { customerNo: session.CustomerNo, reference: session.TransactionReferenceNumber };
    say(...outcomeOfSession(session));
  };

  const showOpened = (session: PackingSession, code: string): void => {
    show(session);
    opening = { code, message: session.Message };
  };

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

  const buyLabels = async (Session: string): Promise<void> => {
    const bought = await call('/api/Floor/BuyLabels', { Session });
    show(bought.State === 'labeled' ? { ...bought, Verdict: 'done' } : bought);
    if (bought.State === 'labeled') await print(bought);
  };

  const finishBox = async ({ box: Box, measures, id }: StepOf<'finish'>, Session: string): Promise<void> => {
    const finished = await call('/api/Floor/FinishBox', { Session, Box, ...measures });
    if (!isOpen()) return;
    if (finished.Next === 'buy labels') {
      // If it is repeated, it only buys: the weight was accepted.
      replaceFirst({ kind: 'labels', id });
      set({ session: finished });
      await buyLabels(finished.Session);
    } else
      show({ ...finished, Message: finished.Message || `Box ${Box} is closed. Scan what goes into the next one.` });
  };

  const openScannedOrder = async (code: string, session: PackingSession | undefined): Promise<void> => {
    const opened = await call('/api/Floor/OpenPacking', { Scan: code });
    const mistake = checkOpenedOrder(code, session, opened);
    if (mistake !== undefined) return refuse(mistake);
    showOpened(opened, code);
    // The labels of a JIT order were bought before; the scan of its JIT label prints them.
    if (isJitLabel(code) && opened.State === 'labeled') await print(opened);
  };

  const stageBox = async (code: string, session: PackingSession): Promise<void> => {
    const { Order, Verdict, Message } = await call('/api/Floor/Stage', { TrackingNumber: code });
    if (Order.State === 'departed') {
      // It cannot be opened. The message says what to do with the box.
      order = undefined;
      return say(Verdict ?? 'wrong', Message, { session: undefined });
    }
    const staged = await call('/api/Floor/OpenPacking', scanOfOrder(session));
    show({ ...staged, Verdict: staged.Next === 'none' ? 'done' : 'right', Message });
  };

  const scanBottle = async ({ code, id }: StepOf<'scan'>, { Session }: PackingSession): Promise<void> => {
    const scanned = await call('/api/Floor/ScanBottle', { Session, ScanId: id, Code: code });
    const isOpening = scanned.Verdict === 'wrong' && !isOffFloor(scanned) && isSameCode(code, opening?.code);
    show(isOpening ? { ...scanned, Verdict: 'right', Message: opening?.message ?? '' } : scanned);
  };

  /** Runs a step of the order that is open. */
  const runInOrder = async (step: OrderStep, session: PackingSession): Promise<void> => {
    const { Session } = session;
    const once = { Session, ScanId: step.id };
    if (step.kind === 'scan') {
      if (decidePackingScan(step.code, session) === 'label') await stageBox(step.code, session);
      else await scanBottle(step, session);
    } else if (step.kind === 'undo') show(await call('/api/Floor/Undo', once));
    else if (step.kind === 'damage')
      show(await call('/api/Floor/ReportDamage', { ...once, ...damageFields(step.damage) }));
    else if (step.kind === 'problem') {
      const { kind: Kind, note: Note } = step.problem;
      show(await call('/api/Floor/ReportProblem', { ...once, Kind, Note }));
    } else if (step.kind === 'finish') await finishBox(step, Session);
    else if (step.kind === 'labels') await buyLabels(Session);
    else if (await print(session)) say('right', `Order ${session.OrderNo} is printed again.`);
  };

  const runStep = async (step: Step): Promise<void> => {
    const { session } = state();
    if (step.kind === 'leave') {
      order = undefined;
      set({ ...start });
    } else if (step.kind === 'open') showOpened(await call('/api/Floor/OpenPacking', openFields(step)), step.scan);
    else if (step.kind === 'scan' && decidePackingScan(step.code, session) === 'order')
      await openScannedOrder(step.code, session);
    else if (session === undefined) refuse('Scan an order first.');
    else await runInOrder(step, session);
  };

  /** Handles a refusal, which is the reply to its step. Reads the session again if another person may have it by now. */
  const handleRefusal = async (step: Step, error: ApiError): Promise<void> => {
    const { session } = state();
    if (step.kind === 'open' && step.isContinued && error.state === 'DEPARTED') {
      // What has left since then is no fault of the person.
      order = undefined;
      return;
    }
    const scanned = orderScanOf(step, session);
    if (scanned !== undefined) return say(...outcomeOfRefusedOrder(scanned, session, error));
    refuse(error.message);
    if (session === undefined || error.code !== 'StateForbids') return;
    const named = scanOfOrder(session);
    try {
      set({ session: await call('/api/Floor/OpenPacking', named) });
    } catch (again) {
      if (!(again instanceof ApiError) || isRetryable(again)) throw again;
      say('wrong', again.message, { offer: offerAfterRefusal(named.Scan, named.CustomerNo, again) });
    }
  };

  const station = begin({ run: runStep, refuse: handleRefusal, saved: () => ({ order }) });
  return { ...station, refuse };
}

/** The steps of an earlier page. They begin with the order that it had open. */
function continuedSteps({ order, steps }: SavedPackingState, newId: () => string): readonly Step[] {
  if (order === undefined || steps[0]?.kind === 'open') return steps;
  const { reference: scan, customerNo } = order;
  return [{ kind: 'open', scan, customerNo, id: newId(), isContinued: true }, ...steps];
}

/** The scan of an order that a step is; undefined for a step of the order that is open. */
function orderScanOf(step: Step, session: PackingSession | undefined): OrderScan | undefined {
  if (step.kind === 'open') return { scan: step.scan, customerNo: step.customerNo, isByHand: false };
  const opens = step.kind === 'scan' && decidePackingScan(step.code, session) === 'order';
  return opens ? { scan: step.code, isByHand: true } : undefined;
}

const openFields = ({ scan, customerNo, warehouse, takesOver }: StepOf<'open'>) => ({
  Scan: scan,
  ...(customerNo && { CustomerNo: customerNo }),
  ...(warehouse && { Warehouse: warehouse }),
  ...(takesOver && { TakeOver: true }),
});

const damageFields = ({ itemNo, quantity, isPacked, reason, note }: PackingDamageReport) => ({
  ItemNo: itemNo,
  Quantity: quantity,
  IsPacked: isPacked,
  ReasonCode: reason,
  ...(note !== '' && { Note: note }),
});
