/**
 * The state of the picking station, without its page. Steps run in order, one at a time, and are repeated until the server has
 * replied; those within a task are sent under their id, so that they count once. The meaning of a scan depends on the task when
 * it is processed. The reply to a step within a task is the whole task; nothing is counted here. The open task, and steps
 * without a reply, survive a reload.
 */
import type { ApiError } from '../../api/api-error.ts';
import type { ReplyOf } from '../../api/operation-types.ts';
import {
  createStation,
  isSameCode,
  ready,
  type StationController,
  type StationPorts,
  type StationState,
} from '../../station/station.ts';

export type PickingTask = ReplyOf<'/api/Picking/Start'>;

export type PickingAction =
  /** Starts the next task of a wave. */
  | { readonly kind: 'start'; readonly wave: string }
  | { readonly kind: 'open'; readonly task: string; readonly takesOver?: boolean }
  /** A scan. While no task is being picked, it is the number of a wave. */
  | { readonly kind: 'scan'; readonly code: string }
  | { readonly kind: 'undo' }
  /** Reports that the leftovers of a tote were put back. */
  | { readonly kind: 'empty'; readonly tote: string; readonly version: string }
  | {
      readonly kind: 'short';
      readonly customerNo: string;
      readonly itemNo: string;
      readonly location: string;
      readonly reason: string;
    }
  | { readonly kind: 'leave' };

/** `ofTask`: the page before had sent it for this task; its reply may have been lost. */
type Step = PickingAction & { readonly id: string; readonly ofTask?: string };

interface PickingState extends StationState {
  readonly task: PickingTask | undefined;
  /** The task that another person has, which a lead may take over. */
  readonly takenTask: string | undefined;
}

export interface SavedPickingState {
  readonly task?: string | undefined;
  readonly steps: readonly Step[];
}

export type PickingStationController = StationController<PickingState, PickingAction>;

const chooseFirst = 'Choose a wave first: scan or type its number.';

const start: PickingState = { ...ready, task: undefined, takenTask: undefined };

/** Opens the station, and continues where an earlier page ended. */
export function createPickingStationController(
  ports: StationPorts<SavedPickingState>,
  kept: SavedPickingState = { steps: [] },
): PickingStationController {
  let { task: taskId } = kept;
  /** The last scan, if it was of a wave or a tote, with its message: read a second time, it is neither a bin nor a bottle. */
  let ended: { readonly code: string; readonly message: string } | undefined;
  const [first, ...rest] = kept.steps;
  const sent: readonly Step[] =
    first === undefined ? [] : [taskId !== undefined && first.kind === 'scan' ? { ...first, ofTask: taskId } : first];
  const continued: readonly Step[] =
    taskId === undefined || first?.kind === 'open' || first?.kind === 'start'
      ? kept.steps
      : [{ kind: 'open', task: taskId, id: ports.newId() }, ...sent, ...rest];
  const { state, set, say, call, begin } = createStation<PickingState, PickingAction, SavedPickingState>(
    ports,
    start,
    continued,
    { takenTask: undefined },
  );

  /** @param code the scan of a wave or a tote that led to this */
  const show = (task: PickingTask, code?: string): void => {
    ended = code === undefined ? undefined : { code, message: task.Message };
    taskId = task.State === 'done' ? undefined : task.Task;
    const verdict = task.Verdict ?? (task.State === 'done' ? 'done' : 'right');
    say(verdict, task.Message || openedMessage(task), { task });
  };

  const runStep = async (step: Step): Promise<void> => {
    const { task } = state();
    // It has ended its task, or the task is another person's: a tote with a number must not start the wave of that number.
    if (step.ofTask !== undefined && task?.Task !== step.ofTask) return;
    if (step.kind === 'leave') {
      taskId = undefined;
      set({ ...start });
    } else if (step.kind === 'start') {
      show(await call('/api/Picking/Start', { Wave: step.wave }));
    } else if (step.kind === 'open') {
      const { task: Task, takesOver } = step;
      show(await call('/api/Picking/Open', { Task, ...(takesOver && { TakeOver: true }) }));
    } else if (step.kind === 'scan' && task?.State !== 'picking') {
      await startNamed(step.code);
    } else if (task === undefined) {
      say('wrong', chooseFirst);
    } else {
      const named = { Session: task.Session, ScanId: step.id };
      if (step.kind === 'undo') show(await call('/api/Picking/Undo', named));
      else if (step.kind === 'empty')
        show(await call('/api/Picking/EmptyTote', { ...named, Tote: step.tote, ExpectedVersion: step.version }));
      else if (step.kind === 'scan') await scanInto(task, step);
      else {
        const { customerNo: CustomerNo, itemNo: ItemNo, location: Location, reason: ReasonCode } = step;
        const at = { CustomerNo, ItemNo, Location };
        show(await call('/api/Picking/Short', { ...named, ...at, ReasonCode }));
      }
    }
  };

  const scanInto = async (
    before: PickingTask,
    { code, id: ScanId }: Extract<Step, { kind: 'scan' }>,
  ): Promise<void> => {
    const scanned = await call('/api/Picking/Scan', { Session: before.Session, ScanId, Code: code });
    const isRepeated = scanned.Verdict === 'wrong' && scanned.InHand === 0 && isSameCode(code, ended?.code);
    if (isRepeated) show({ ...scanned, Verdict: 'right', Message: ended?.message ?? '' }, code);
    else show(scanned, before.InHand > 0 && scanned.InHand === 0 ? code : undefined);
  };

  /** Starts a task of the wave with the number that a person wrote; each warehouse has its own numbers. */
  const startNamed = async (code: string): Promise<void> => {
    const { task } = state();
    // The last tote, which is full now, read a second time.
    if (task?.Totes.some(({ Tote }) => isSameCode(code, Tote))) return show(task);
    const number = /^(?:wave\s*)?(\d{1,9})$/i.exec(code.trim())?.[1];
    if (number === undefined || Number(number) === 0)
      return say('wrong', `${code.trim()} names no wave. ${chooseFirst}`);
    const { Waves, Tasks } = await call('/api/Picking/List', { Number: Number(number) });
    // A wave whose last orders are in a task that was put aside is listed only with that task.
    const named = new Map([...Waves, ...Tasks].map(({ Wave, Warehouse }) => [Wave, Warehouse]));
    const [wave] = named.keys();
    if (wave === undefined) return say('wrong', `No wave ${number} waits to be picked.`);
    if (named.size === 1) return show(await call('/api/Picking/Start', { Wave: wave }), code);
    say('wrong', `Wave ${number} is at ${[...named.values()].join(' and ')}: choose one below.`);
  };

  /** Handles a refusal, which is the reply to its step. Leaves a task that another person has. */
  const handleRefusal = (step: Step, error: ApiError): void => {
    const { task } = state();
    const isTaken = error.code === 'StateForbids' && error.state === 'PICKING';
    if (step.kind === 'open') {
      if (taskId === step.task) taskId = undefined;
      say('wrong', error.message, { task: undefined, takenTask: isTaken ? step.task : undefined });
    } else if (isTaken && task?.State === 'picking' && step.kind !== 'start') {
      taskId = undefined;
      say('wrong', error.message, { task: undefined, takenTask: task.Task });
    } else say('wrong', error.message);
  };

  return begin({ run: runStep, refuse: handleRefusal, saved: () => ({ task: taskId }) });
}

function openedMessage({ WaveNumber, Number: number, Next, Current, InHand }: PickingTask): string {
  const task = `Wave ${WaveNumber}, task ${number}.`;
  if (Next === 'bin') return `${task} Go to ${Current?.Location}.`;
  const carried = InHand > 0 ? ` ${InHand} in the hand.` : '';
  if (Next === 'tote') return `${task}${carried} Scan the tote.`;
  return Next === 'item'
    ? `${task}${carried} Take ${Current?.Units}${carried === '' ? ' ×' : ' more:'} ${Current?.Description}.`
    : `${task} Everything is picked.`;
}
