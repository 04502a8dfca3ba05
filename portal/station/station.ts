/** What all stations have: their state, what they need from their page, and what it may call. */
import type { Call } from '../api/operation-types.ts';
import type { StepQueue, StepQueueState } from './step-queue.ts';

export type StationVerdict = 'ready' | 'right' | 'wrong' | 'done';

export interface StationState extends StepQueueState {
  readonly verdict: StationVerdict;
  readonly message: string;
}

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

export interface StationController<State, Action> {
  state(): State;
  subscribe(listener: () => void): () => void;
  act(action: Action): void;
  /** Ends the repetitions when the person leaves the page. Steps without a reply stay saved. */
  close(): void;
}

/** Begins with the steps of an earlier page. What the page may call: an action becomes a step with an id of its own. */
export function runStation<State extends StepQueueState, Action extends object, Step extends Action>(
  queue: StepQueue<State, Step>,
  { newId }: { newId(): string },
): StationController<State, Action> {
  queue.run();
  return {
    state: queue.state,
    subscribe: queue.subscribe,
    act: (action) => queue.add({ ...action, id: newId() } as Step & { readonly id: string }),
    close: queue.close,
  };
}
