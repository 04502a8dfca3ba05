/**
 * The state of the returns station, without its page. Steps run in order, one at a time, and are repeated until the server has
 * replied; scans, undo and decisions are sent under their id, so that they count once. A reply about a return is the whole
 * return; nothing is counted here. The open return, the condition of its next bottles and steps without a reply survive a reload.
 */

import { ApiError } from '../../api/api-error.ts';
import type { ReplyOf, RequestOf } from '../../api/operation-types.ts';
import {
  createStation,
  isSameCode,
  printInStep,
  ready,
  type StationController,
  type StationPorts,
  type StationState,
  type StepOutcome,
} from '../../station/station.ts';
import { matchByNumber } from '../../station/typed-count.ts';

export type StationReturn = ReplyOf<'/api/Returns/Scan'>;
export type ReturnMatch = ReplyOf<'/api/Returns/Find'>['Matches'][number];
/** A reshipment of a return. */
export type Reshipment = RequestOf<'/api/Returns/ReshipLabel'> & Pick<StationReturn, 'RMANumber'>;
type ReturnKey = Pick<StationReturn, 'CustomerNo' | 'TransactionReferenceNumber'>;
type Disposition = RequestOf<'/api/Returns/Dispose'>['DispositionCode'];
type Condition = NonNullable<RequestOf<'/api/Returns/Scan'>['InventoryStatusCode']>;

export type ReturnsAction =
  | { readonly kind: 'find'; readonly warehouse: string; readonly scan: string }
  | { readonly kind: 'choose'; readonly warehouse: string; readonly match: ReturnMatch }
  /** A scan: a bottle of the return that is inspected, otherwise the label of the next package. */
  | { readonly kind: 'scan'; readonly warehouse: string; readonly code: string }
  /** What is scanned from now on of this return is damaged; good, if it was damaged before. */
  | { readonly kind: 'other condition' }
  /** Adds photos of a scanned bottle. */
  | { readonly kind: 'photos'; readonly scanId: string; readonly photos: readonly string[] }
  | { readonly kind: 'undo' }
  | { readonly kind: 'finish'; readonly confirm?: boolean }
  | {
      readonly kind: 'dispose';
      readonly disposition: Disposition;
      readonly status?: Condition;
      readonly line: number;
      readonly finding: number;
      /** Units of the finding; absent for all of them. */
      readonly quantity?: number;
    }
  | {
      readonly kind: 'park';
      readonly warehouse: string;
      readonly label: string;
      readonly place: string;
      readonly note: string;
    }
  /** Prints the slip and label of a reshipment. */
  | { readonly kind: 'print'; readonly reshipment: Reshipment }
  | { readonly kind: 'refuse'; readonly message: string }
  | { readonly kind: 'leave' };

type Step = ReturnsAction & { readonly id: string };
type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;
/** A step of the return that is open. */
type InspectionStep = StepOf<'scan' | 'photos' | 'undo' | 'finish' | 'dispose'>;

export interface ReturnsState extends StationState {
  readonly found: StationReturn | undefined;
  readonly matches: readonly ReturnMatch[];
  readonly isDamaged: boolean;
  /** The bottle that was scanned last; undefined after an undo, also where an earlier bottle is left. */
  readonly lastBottle: { readonly scanId: string; readonly name: string } | undefined;
  /** A label that matches nothing. Its package may be parked. */
  readonly unknownLabel: string | undefined;
}

export interface SavedReturnsState {
  readonly current?: { readonly warehouse: string; readonly scan: string } | undefined;
  /** Of the next bottles of that return. */
  readonly isDamaged?: boolean;
  readonly steps: readonly Step[];
}

export interface ReturnsPorts extends StationPorts<SavedReturnsState> {
  /** Loads the slip and label of a reshipment. Returns the function that prints them. */
  loadReshipment(reshipment: Reshipment): Promise<() => void>;
}

export type ReturnsStationController = StationController<ReturnsState, ReturnsAction>;

const start: ReturnsState = {
  ...ready,
  found: undefined,
  matches: [],
  unknownLabel: undefined,
  isDamaged: false,
  lastBottle: undefined,
};

/** The two conditions between which a key changes. */
const [good, damaged] = ['RTGD-NO-TX', 'RDMG-NO-TX'] as const;

/** Whether bottles of the return are scanned. */
export const isInspecting = (found: StationReturn | undefined): boolean =>
  found?.Status === 'RECEIVED' || found?.Status === 'INSPECTING';

/** The next finding that needs a decision; undefined if there is none. */
export const nextUndecidedFinding = (
  found: StationReturn | undefined,
): StationReturn['Findings'][number] | undefined =>
  found?.Status === 'AWAITING DISPOSITION' ? found.Findings.find(({ Disposition }) => Disposition === '') : undefined;

/** Opens the station, and continues where an earlier page ended. */
export function createReturnsStationController(
  ports: ReturnsPorts,
  kept: SavedReturnsState = { steps: [] },
): ReturnsStationController {
  let { current } = kept;
  /** The scan that opened the return, with what was said then: read a second time, it is no bottle. */
  let opening: { readonly code: string; readonly message: string } | undefined;
  /** The scan that matches several. */
  let ambiguous: string | undefined;
  const opensItself = kept.steps[0]?.kind === 'find' || kept.steps[0]?.kind === 'choose';
  const first: readonly Step[] =
    current !== undefined && !opensItself ? [{ kind: 'find', ...current, id: ports.newId() }] : [];
  const { state, set, say, call, begin, isOpen } = createStation<ReturnsState, ReturnsAction, SavedReturnsState>(
    ports,
    { ...start, isDamaged: kept.isDamaged ?? false },
    [...first, ...kept.steps],
    { matches: [], unknownLabel: undefined },
  );

  const show = (found: StationReturn, lastBottle?: ReturnsState['lastBottle']): void => {
    const isSame = found.RMANumber === current?.scan;
    if (!isSame) opening = undefined;
    current = found.Status === 'CLOSED' ? undefined : { warehouse: found.Warehouse, scan: found.RMANumber };
    // Each return begins with good bottles.
    say(...outcomeOfReturn(found, lastBottle, isSame && state().isDamaged));
  };

  /** Opens a return. The box is here, so an expected return is received. */
  const open = async (found: StationReturn, Warehouse: string): Promise<void> => {
    const { CustomerNo, TransactionReferenceNumber, Status } = found;
    if (Status !== 'EXPECTED') show(found);
    else show(await call('/api/Returns/Receive', { CustomerNo, TransactionReferenceNumber, Warehouse }));
  };

  const find = async (Warehouse: string, Scan: string): Promise<void> => {
    const {
      Return,
      Matches,
      Message = 'Choose what it is. Type its number, then Enter.',
    } = await call('/api/Returns/Find', { Warehouse, Scan });
    if (Return !== undefined) {
      await open(Return, Warehouse);
      opening = { code: Scan, message: state().message };
      return;
    }
    current = undefined;
    const closed = { found: undefined, isDamaged: false };
    if (Matches.length > 0) {
      ambiguous = Scan;
      say('ready', Message, { ...closed, matches: Matches });
    } else {
      const unknown = `${Scan} names no return and no order that has shipped. Scan another label of it, or park it (F8).`;
      say('wrong', unknown, { ...closed, unknownLabel: Scan });
    }
  };

  const choose = async (Warehouse: string, match: ReturnMatch): Promise<void> => {
    await openMatch(Warehouse, match);
    if (ambiguous !== undefined) opening = { code: ambiguous, message: state().message };
  };

  const openMatch = async (Warehouse: string, match: ReturnMatch): Promise<void> => {
    if (match.Kind === 'return') return await find(Warehouse, match.RMANumber);
    const { CustomerNo, TransactionReferenceNumber } = match;
    try {
      const order = { CustomerNo, TransactionReferenceNumber, Warehouse };
      await open(await call('/api/Returns/Announce', order), Warehouse);
    } catch (error) {
      // The reply was lost, or a colleague was faster: read the return that exists.
      if (!(error instanceof ApiError) || error.code !== 'StateForbids') throw error;
      const { Return } = await call('/api/Returns/Find', { Warehouse, Scan: TransactionReferenceNumber });
      if (Return === undefined) throw error;
      await open(Return, Warehouse);
    }
  };

  const print = async (reshipment: Reshipment): Promise<void> => {
    const reason = await printInStep(() => ports.loadReshipment(reshipment), isOpen);
    if (reason === undefined) return;
    const named = `reshipment of ${reshipment.RMANumber}`;
    if (reason === '') say('right', `The label of the ${named} is printed.`);
    else say('wrong', `The ${named} was not printed. ${reason} F9 prints it again.`);
  };

  /** A scan while no return is inspected: one of the matches, or the label of the next package. */
  const scanNext = async ({ warehouse, code }: StepOf<'scan'>): Promise<void> => {
    const next = decideNextReturn(state(), code);
    if (next.kind === 'say') say(...next.outcome);
    else if (next.kind === 'find') await find(warehouse, code);
    else await choose(warehouse, next.match);
  };

  const scanBottle = async (Code: string, once: { readonly ScanId: string } & ReturnKey): Promise<void> => {
    const { isDamaged, lastBottle } = state();
    const bottle = { ...once, Code, InventoryStatusCode: isDamaged ? damaged : good };
    const scanned = await call('/api/Returns/Scan', bottle);
    if (scanned.Verdict === 'unknown' && isSameCode(Code, opening?.code))
      return show({ ...scanned, Verdict: 'right', Message: opening?.message ?? '' }, lastBottle);
    const isCounted = scanned.Verdict === 'right';
    show(scanned, isCounted ? { scanId: once.ScanId, name: scanned.Message } : lastBottle);
  };

  /** Runs a step of the return that is open. */
  const inspect = async (step: InspectionStep): Promise<void> => {
    const { found, lastBottle } = state();
    if (found === undefined) return say('wrong', 'Scan a package first.');
    const { CustomerNo, TransactionReferenceNumber } = found;
    const key = { CustomerNo, TransactionReferenceNumber };
    const once = { ...key, ScanId: step.id };
    if (step.kind === 'scan') await scanBottle(step.code, once);
    else if (step.kind === 'photos') {
      const { scanId: ScanId, photos } = step;
      show(await call('/api/Returns/AddPhotos', { ...key, ScanId, Photos: [...photos] }), lastBottle);
    } else if (step.kind === 'undo') show(await call('/api/Returns/Undo', once));
    else if (step.kind === 'finish')
      show(await call('/api/Returns/Inspected', { ...key, ...(step.confirm && { Confirm: true }) }));
    else show(await call('/api/Returns/Dispose', { ...once, ...decisionFields(step) }));
  };

  const runStep = async (step: Step): Promise<void> => {
    const { found, isDamaged } = state();
    if (step.kind === 'leave') {
      current = undefined;
      set({ ...start });
    } else if (step.kind === 'other condition') {
      const next = { isDamaged: !isDamaged };
      if (isInspecting(found)) say('right', `Scan the ${next.isDamaged ? 'damaged' : 'good'} bottles.`, next);
    } else if (step.kind === 'refuse') say('wrong', step.message);
    else if (step.kind === 'scan' && !isInspecting(found)) await scanNext(step);
    else if (step.kind === 'find') await find(step.warehouse, step.scan);
    else if (step.kind === 'choose') await choose(step.warehouse, step.match);
    else if (step.kind === 'print') await print(step.reshipment);
    else if (step.kind === 'park') {
      const { warehouse: Warehouse, label: Label, place: Place, note: Note } = step;
      await call('/api/Returns/Park', { Warehouse, Label, Place, Note });
      say('done', `Parked at ${Place}. Customer service has it.`);
    } else await inspect(step);
  };

  return begin({ run: runStep, saved: () => ({ current, isDamaged: state().isDamaged }) });
}

/** Shows the return as the server returned it. `isDamaged`: so are the next bottles, as long as it is inspected. */
function outcomeOfReturn(
  found: StationReturn,
  lastBottle: ReturnsState['lastBottle'],
  isDamaged: boolean,
): StepOutcome<ReturnsState> {
  const isWrong = found.Verdict === 'wrong' || found.Verdict === 'unknown';
  const verdict = found.Status === 'CLOSED' ? 'done' : isWrong ? 'wrong' : 'right';
  return [verdict, found.Message, { found, lastBottle, isDamaged: isDamaged && isInspecting(found) }];
}

type NextReturn =
  | { readonly kind: 'say'; readonly outcome: StepOutcome<ReturnsState> }
  | { readonly kind: 'choose'; readonly match: ReturnMatch }
  | { readonly kind: 'find' };

/** What a scan opens while no return is inspected. Nothing while bottles of the last one wait for a decision. */
export function decideNextReturn(
  { found, matches }: Pick<ReturnsState, 'found' | 'matches'>,
  code: string,
): NextReturn {
  if (nextUndecidedFinding(found) !== undefined)
    return { kind: 'say', outcome: ['wrong', 'Decide first: type a number below, then Enter.'] };
  const match = matchByNumber(matches, code);
  if (match === undefined) return { kind: 'find' };
  if (match.Status !== 'CLOSED') return { kind: 'choose', match };
  return { kind: 'say', outcome: ['wrong', `${match.RMANumber} is closed. Choose another one.`, { matches }] };
}

const decisionFields = ({ disposition, status, line, finding, quantity }: StepOf<'dispose'>) => ({
  DispositionCode: disposition,
  Line: line,
  Finding: finding,
  ...(status && { InventoryStatusCode: status }),
  ...(quantity !== undefined && { Quantity: quantity }),
});
