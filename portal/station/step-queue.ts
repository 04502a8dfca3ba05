/**
 * The queue of a station's steps, without its page. Steps run in order, one at a time, and each is repeated until the server
 * has replied. The state that the page shows is kept here too, so that it always has the number of waiting steps.
 */
import { ApiError, isRetryable } from '../api/api-error.ts';

/** The part of the page's state that the queue itself sets. */
export interface StepQueueState {
  /** Steps that the server has not replied to. */
  readonly waiting: number;
  /** The reason why the first of them is repeated or takes long; '' while neither. */
  readonly trouble: string;
}

/** How long a call of a station may take before it is repeated. The packing station has a longer time. */
export const stationCallTimeoutMs = 30_000;

/** After this long without a reply the page says so. Until then it shows the step before. */
export const slowStepMs = 3_000;

interface QueuePorts<Step> {
  /** Runs a step, again if it is repeated. Throws the error of its call. */
  run(step: Step): Promise<void>;
  /** Handles the refusal of a step by the server, which is the reply to it. */
  refuse(step: Step, error: ApiError): void | Promise<void>;
  /** Waits before a repetition. */
  pause(): Promise<void>;
  /** Saves the steps without a reply. Called after each change of them. */
  keep?(steps: readonly Step[]): void;
}

/**
 * A queue of steps, and the state of their page. It stops when the session is another operator's; `run` then sends the same
 * step again.
 */
export interface StepQueue<State, Step> {
  state(): State;
  subscribe(listener: () => void): () => void;
  set(change: Partial<State>): void;
  add(step: Step): void;
  /** Replaces the step that runs: if it has to be repeated, the other one is run. */
  replaceFirst(step: Step): void;
  run(): void;
  /** Ends the repetitions when the person leaves the page. Steps without a reply stay saved. */
  close(): void;
  /** Whether the page has not been left. The step that runs when it is left runs again on the next page. */
  isOpen(): boolean;
}

/** Opens the queue with steps of an earlier page. `run` begins with them. */
export function openStepQueue<State extends StepQueueState, Step>(
  start: State,
  kept: readonly Step[],
  ports: QueuePorts<Step>,
): StepQueue<State, Step> {
  let steps = kept;
  let state: State = { ...start, waiting: steps.length };
  let isOpen = true;
  let isRunning = false;
  const listeners = new Set<() => void>();
  const set = (change: Partial<State>): void => {
    state = { ...state, ...change, waiting: steps.length };
    for (const listener of listeners) listener();
  };
  const change = (next: readonly Step[]): void => {
    steps = next;
    ports.keep?.(steps);
  };
  const runAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let [step] = steps; isOpen && step !== undefined; [step] = steps) {
      const running = step;
      const slow = setTimeout(() => {
        if (state.trouble === '') set({ trouble: 'The server has not replied yet.' } as Partial<State>);
      }, slowStepMs);
      try {
        await ports.run(running).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || isRetryable(error)) throw error;
          await ports.refuse(running, error);
        });
        // After the page was left, the step stays saved, and the next page sends it again.
        if (!isOpen) break;
        change(steps.slice(1));
        set({ trouble: '' } as Partial<State>);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'OperatorChanged') break;
        const trouble = error instanceof ApiError ? error.message : 'The server does not reply.';
        set({ trouble } as Partial<State>);
        await ports.pause();
      } finally {
        clearTimeout(slow);
      }
    }
    isRunning = false;
  };
  const run = (): void => void runAll();
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    add: (step) => {
      change([...steps, step]);
      set({});
      run();
    },
    replaceFirst: (step) => change([step, ...steps.slice(1)]),
    run,
    close: () => {
      isOpen = false;
    },
    isOpen: () => isOpen,
  };
}
