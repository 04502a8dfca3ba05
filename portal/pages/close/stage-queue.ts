/**
 * The line of the close of day without its looks: boxes are staged in the sequence of their scans, one at a time, and a scan is sent again until the
 * server has answered it. Staging a box twice changes nothing, so nothing is counted here.
 */
import { ApiError } from '../../api/api-error.ts';
import type { ReplyOf } from '../../api/operation-types.ts';
import type { Verdict } from '../pack/packing-station.ts';

export type Staged = ReplyOf<'/api/Floor/Stage'>;

export interface StageState {
  readonly verdict: Verdict;
  readonly message: string;
  /** Scans that the server has not answered. */
  readonly waiting: number;
  /** Why the first of them is repeated; '' while all is well. */
  readonly trouble: string;
}

export interface StagePorts {
  stage(scan: string): Promise<Staged>;
  /** Waits before a repetition. */
  pause(): Promise<void>;
  onVerdict?(verdict: Verdict): void;
}

export interface StageQueue {
  state(): StageState;
  subscribe(listener: () => void): () => void;
  scan(code: string): void;
  close(): void;
}

const mayRepeat = ({ status }: ApiError): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

export function openStageQueue(ports: StagePorts): StageQueue {
  let state: StageState = { verdict: 'ready', message: '', waiting: 0, trouble: '' };
  let scans: readonly string[] = [];
  let isOpen = true;
  let isRunning = false;
  const listeners = new Set<() => void>();
  const set = (change: Partial<StageState>): void => {
    state = { ...state, ...change, waiting: scans.length };
    for (const listener of listeners) listener();
  };
  const show = (verdict: Verdict, message: string): void => {
    scans = scans.slice(1);
    set({ verdict, message, trouble: '' });
    ports.onVerdict?.(verdict);
  };
  const runAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let scan = scans[0]; isOpen && scan !== undefined; scan = scans[0]) {
      try {
        const { Order, Message } = await ports.stage(scan);
        show(Order.State === 'labeled' ? 'right' : 'done', Message);
      } catch (error) {
        if (error instanceof ApiError && !mayRepeat(error)) {
          show('wrong', error.message);
          continue;
        }
        set({ trouble: error instanceof ApiError ? error.message : 'The server does not answer.' });
        await ports.pause();
      }
    }
    isRunning = false;
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    scan: (code) => {
      scans = [...scans, code];
      set({});
      void runAll();
    },
    close: () => {
      isOpen = false;
    },
  };
}
