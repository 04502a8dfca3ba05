/**
 * The steps of a station, without its looks: done in their order, one at a time, and each repeated until the server has replied to it. The state that
 * people see is kept here too, so that it always says how many steps wait.
 */
import { ApiError } from '../../api/api-error.ts';

export interface QueueState {
  /** Steps that the server has not replied to. */
  readonly waiting: number;
  /** Why the first of them is repeated; '' while all is well. */
  readonly trouble: string;
}

/** How long a call of a station may take before it is repeated. */
export const callMs = 30_000;

interface QueuePorts<Step> {
  /** Does a step, once or repeatedly. Throws what the call threw. */
  run(step: Step): Promise<void>;
  /** The server refuses a step: that is its reply. */
  refuse(step: Step, error: ApiError): void | Promise<void>;
  /** Waits before a repetition. */
  pause(): Promise<void>;
  /** Steps without a reply, after each change of them. */
  keep?(steps: readonly Step[]): void;
}

export interface StepQueue<State, Step> {
  state(): State;
  subscribe(listener: () => void): () => void;
  set(change: Partial<State>): void;
  add(step: Step): void;
  /** The step that runs continues as another one, which is what is repeated from now on. */
  replaceFirst(step: Step): void;
  run(): void;
  /** Ends the repetitions, when the page is left. Steps without a reply stay kept. */
  close(): void;
}

/** Opens the queue with steps of an earlier page. `run` begins with them. */
export function openStepQueue<State extends QueueState, Step>(
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
      try {
        await ports.run(running).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || mayRepeat(error)) throw error;
          await ports.refuse(running, error);
        });
        // A page that was left meanwhile keeps the step: its id is counted once.
        if (!isOpen) break;
        change(steps.slice(1));
        set({ trouble: '' } as Partial<State>);
      } catch (error) {
        // The session of the person has ended: the steps wait for the next sign-in.
        if (error instanceof ApiError && error.status === 401) break;
        const trouble = error instanceof ApiError ? error.message : 'The server does not reply.';
        set({ trouble } as Partial<State>);
        await ports.pause();
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
  };
}

/** Not reached, overloaded or failed: what was asked has no reply. 401 too, after the next sign-in. */
export const mayRepeat = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;
