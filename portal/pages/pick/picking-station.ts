/**
 * A person who picks, without the looks: steps are done in their order, one at a time, and repeated under their id until the server has answered
 * them. Every reply is the whole task; nothing is counted here. Steps without a reply outlive a reload.
 */
import { ApiError } from '../../api/api-error.ts';
import type { Call, ReplyOf } from '../../api/operation-types.ts';

export type PickingTask = ReplyOf<'/api/Picking/Start'>;

export type PickAction =
  | { readonly kind: 'start'; readonly wave: string }
  | { readonly kind: 'open'; readonly task: string; readonly takesOver?: boolean }
  | { readonly kind: 'scan'; readonly code: string }
  | { readonly kind: 'undo' }
  | {
      readonly kind: 'short';
      readonly customerNo: string;
      readonly itemNo: string;
      readonly location: string;
      readonly reason: string;
    }
  /** A scan that names nothing. */
  | { readonly kind: 'refuse'; readonly message: string }
  | { readonly kind: 'leave' };

type Step = PickAction & { readonly id: string };

export type PickVerdict = 'ready' | 'right' | 'wrong' | 'done';

export interface PickerState {
  readonly task: PickingTask | undefined;
  readonly verdict: PickVerdict;
  readonly message: string;
  /** A task that another person has: a lead may take it over. */
  readonly takenTask: string | undefined;
  /** Steps that the server has not answered. */
  readonly waiting: number;
  /** Why the first of them is repeated; '' while all is well. */
  readonly trouble: string;
}

export interface KeptPicking {
  readonly task?: string | undefined;
  readonly steps: readonly Step[];
}

/** What it needs from outside. */
export interface PickingPorts {
  readonly call: Call;
  /** Waits before a repetition. */
  pause(): Promise<void>;
  newId(): string;
  /** Keeps what has no reply for the next page. */
  keep(kept: KeptPicking): void;
  onVerdict?(verdict: PickVerdict): void;
}

export interface PickingStation {
  state(): PickerState;
  subscribe(listener: () => void): () => void;
  act(action: PickAction): void;
  /** Ends the repetitions, when the page is left. What has no reply is kept. */
  close(): void;
}

const start: PickerState = {
  ...{ task: undefined, verdict: 'ready', message: '', takenTask: undefined, waiting: 0, trouble: '' },
};

/** How long a call may take before it is repeated. */
const callMs = 30_000;

/** Opens the station, and continues where an earlier page ended. */
export function openPicking(ports: PickingPorts, kept: KeptPicking = { steps: [] }): PickingStation {
  let state = start;
  let { task: taskId } = kept;
  let steps: readonly Step[] = [...kept.steps];
  let isOpen = true;
  let isRunning = false;
  const listeners = new Set<() => void>();

  const set = (change: Partial<PickerState>): void => {
    state = { ...state, ...change, waiting: steps.length };
    for (const listener of listeners) listener();
  };
  const keep = (): void => ports.keep({ task: taskId, steps });

  const show = (task: PickingTask): void => {
    taskId = task.State === 'done' ? undefined : task.Task;
    const verdict = task.Verdict ?? (task.State === 'done' ? 'done' : 'right');
    set({ task, verdict, message: task.Message || openedMessage(task), takenTask: undefined });
    ports.onVerdict?.(verdict);
  };

  const refuse = (message: string, takenTask?: string): void => {
    set({ verdict: 'wrong', message, takenTask });
    ports.onVerdict?.('wrong');
  };

  const runStep = async (step: Step): Promise<void> => {
    const signal = AbortSignal.timeout(callMs);
    if (step.kind === 'refuse') {
      refuse(step.message);
    } else if (step.kind === 'leave') {
      taskId = undefined;
      set({ ...start });
    } else if (step.kind === 'start') {
      show(await ports.call('/api/Picking/Start', { Wave: step.wave }, signal));
    } else if (step.kind === 'open') {
      const { task: Task, takesOver } = step;
      show(await ports.call('/api/Picking/Open', { Task, ...(takesOver && { TakeOver: true }) }, signal));
    } else if (state.task === undefined) {
      refuse('Choose a wave first: scan or type its number.');
    } else {
      const named = { Session: state.task.Session, ScanId: step.id };
      if (step.kind === 'undo') show(await ports.call('/api/Picking/Undo', named, signal));
      else if (step.kind === 'scan') {
        show(await ports.call('/api/Picking/Scan', { ...named, Code: step.code }, signal));
      } else {
        const { customerNo: CustomerNo, itemNo: ItemNo, location: Location, reason: ReasonCode } = step;
        const at = { CustomerNo, ItemNo, Location };
        show(await ports.call('/api/Picking/Short', { ...named, ...at, ReasonCode }, signal));
      }
    }
  };

  /** A refusal is the answer of its step. A task that another person has is left. */
  const answerRefusal = (step: Step, error: ApiError): void => {
    const isTaken = error.code === 'StateForbids' && error.state === 'PICKING';
    if (step.kind === 'open') {
      if (taskId === step.task) taskId = undefined;
      set({ task: undefined });
      refuse(error.message, isTaken ? step.task : undefined);
    } else if (isTaken && state.task !== undefined && step.kind !== 'start') {
      const { Task } = state.task;
      taskId = undefined;
      set({ task: undefined });
      refuse(error.message, Task);
    } else refuse(error.message);
  };

  const runAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (isOpen) {
      const [step] = steps;
      if (step === undefined) break;
      try {
        await runStep(step).catch((error: unknown) => {
          if (!(error instanceof ApiError) || mayRepeat(error)) throw error;
          answerRefusal(step, error);
        });
        // A page that was left meanwhile keeps the step: its id is counted once.
        if (!isOpen) break;
        steps = steps.slice(1);
        keep();
        set({ trouble: '' });
      } catch (error) {
        // The session of the person has ended: the steps wait for the next sign-in.
        if (error instanceof ApiError && error.status === 401) break;
        set({ trouble: error instanceof ApiError ? error.message : 'The server does not answer.' });
        await ports.pause();
      }
    }
    isRunning = false;
  };

  const station: PickingStation = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act: (action) => {
      steps = [...steps, { ...action, id: ports.newId() }];
      keep();
      set({});
      void runAll();
    },
    close: () => {
      isOpen = false;
    },
  };
  if (taskId !== undefined && steps[0]?.kind !== 'open' && steps[0]?.kind !== 'start') {
    steps = [{ kind: 'open', task: taskId, id: ports.newId() }, ...steps];
  }
  state = { ...start, waiting: steps.length };
  void runAll();
  return station;
}

/** Not reached, overloaded or failed: what was asked is not answered. 401 too, after the next sign-in. */
const mayRepeat = ({ status }: ApiError): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

function openedMessage({ WaveNumber, Number: number, Next, Current }: PickingTask): string {
  const task = `Wave ${WaveNumber}, task ${number}.`;
  if (Next === 'bin') return `${task} Go to ${Current?.Location}.`;
  if (Next === 'tote') return `${task} Scan the tote.`;
  return Next === 'item'
    ? `${task} Take ${Current?.Units} × ${Current?.Description}.`
    : `${task} Everything is picked.`;
}
