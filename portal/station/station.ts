/** What all stations have: their state, what they need from their page, and what it may call. */
import { ApiError, isRetryable } from '../api/api-error.ts';
import type { Call, OperationPath, RequestOf } from '../api/operation-types.ts';
import { adviceOnLayout } from './scanned-text.ts';
import { openStepQueue, type StepQueueState, stationCallTimeoutMs } from './step-queue.ts';

export type StationVerdict = 'ready' | 'right' | 'wrong' | 'done';

export interface StationState extends StepQueueState {
  readonly verdict: StationVerdict;
  readonly message: string;
}

/** What a step says, and what it changes of the state besides. */
export type StepOutcome<State> = readonly [verdict: StationVerdict, message: string, change?: Partial<State>];

/** The functions that a station needs from its page. */
export interface StationPorts<Saved> {
  readonly call: Call;
  /** Waits before a repetition. */
  pause(): Promise<void>;
  newId(): string;
  /** Saves, for the next page, what survives a reload: the steps without a reply, and what they are about. */
  keep(saved: Saved): void;
  /** Called with each verdict: after a reply of the server, and for an input that is not sent. */
  onVerdict?(verdict: StationVerdict): void;
}

/** Whether two scans have the same code: scanners read a label twice when it stays before them, sometimes in another letter case. */
export const isSameCode = (code: string, other: string | undefined): boolean =>
  code.trim().toUpperCase() === other?.trim().toUpperCase();

/** Loads documents, and returns the function that prints them. */
export type LoadDocuments = () => Promise<() => void>;

/**
 * Prints as a part of a step. Returns why nothing was printed; '' when it was; undefined when the page was left while the documents
 * were loaded: the step runs again on the next page, which prints them. Throws the error of a missing connection, after which
 * the step is repeated: what the server cannot print must not keep the person from the next work.
 */
export async function printInStep(load: LoadDocuments, isOpen: () => boolean): Promise<string | undefined> {
  try {
    const print = await load();
    if (!isOpen()) return undefined;
    print();
    return '';
  } catch (error) {
    if (error instanceof ApiError && isRetryable(error) && error.status < 500) throw error;
    return error instanceof ApiError ? error.message : 'The server does not reply.';
  }
}

export interface StationController<State, Action> {
  state(): State;
  subscribe(listener: () => void): () => void;
  act(action: Action): void;
  /** Ends the repetitions when the person leaves the page. Steps without a reply stay saved. */
  close(): void;
}

/** How a station runs its steps, each an action with an id. */
interface StationRules<Step, Saved> {
  /** Runs a step, again if it is repeated. Throws the error of its call. */
  run(step: Step): void | Promise<void>;
  /** Handles the refusal of a step by the server, which is the reply to it; without it, the person sees its message. */
  refuse?(step: Step, error: ApiError): void | Promise<void>;
  /** What survives a reload besides the steps. */
  saved(): Omit<Saved, 'steps'>;
}

/** What a station is before its first action, besides what is its own. */
export const ready = { verdict: 'ready', message: '', waiting: 0, trouble: '' } as const;

/**
 * The parts that all stations share: what their steps use, and `begin`, which runs the steps of an earlier page first and returns
 * what the page may call.
 * @param reset what each message resets
 * @param callMs how long the calls of a step may take together before it is repeated
 */
export function createStation<
  State extends StationState,
  Action extends object,
  Saved extends { readonly steps: readonly Action[] },
>(
  ports: StationPorts<Saved>,
  start: State,
  steps: Saved['steps'],
  reset: Partial<State>,
  callMs = stationCallTimeoutMs,
) {
  type Step = Saved['steps'][number];
  let rules: StationRules<Step, Saved>;
  let signal: AbortSignal;
  /** What was scanned in the step that runs; '' in others. */
  let scanned = '';
  const queue = openStepQueue<State, Step>(start, steps, {
    run: async (step) => {
      signal = AbortSignal.timeout(callMs);
      scanned = 'code' in step ? String(step.code) : '';
      await rules.run(step);
    },
    refuse: async (step, error) => {
      signal = AbortSignal.timeout(callMs);
      if (rules.refuse === undefined) say('wrong', error.message);
      else await rules.refuse(step, error);
    },
    pause: () => ports.pause(),
    keep: (waiting) => ports.keep({ ...rules.saved(), steps: waiting } as Saved),
  });
  const { state, set, subscribe, close, isOpen, replaceFirst } = queue;
  const say = (...[verdict, message, change]: StepOutcome<State>): void => {
    // The page was left, and another station may be open: the next page of this one runs the step again, and says it then.
    if (!isOpen()) return;
    const advice = verdict === 'wrong' ? adviceOnLayout(scanned) : '';
    set({ ...reset, ...change, verdict, message: advice === '' ? message : `${message} ${advice}` });
    ports.onVerdict?.(verdict);
  };
  return {
    state,
    set,
    say,
    replaceFirst,
    isOpen,
    /** Calls an operation within the time of the step that runs. */
    call: <Path extends OperationPath>(path: Path, request: RequestOf<Path>, idempotencyKey?: string) =>
      ports.call(path, request, signal, idempotencyKey),
    begin: (given: StationRules<Step, Saved>): StationController<State, Action> => {
      rules = given;
      queue.run();
      const act = (action: Action): void => queue.add({ ...action, id: ports.newId() } as Action as Step);
      return { state, subscribe, act, close };
    },
  };
}
