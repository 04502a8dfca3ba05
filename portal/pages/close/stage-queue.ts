/**
 * The line of the close of day without its looks: boxes are staged in the sequence of their scans, one at a time, and a scan is sent again until the
 * server has replied to it. Staging a box twice changes nothing, so nothing is counted here.
 */
import type { ReplyOf } from '../../api/operation-types.ts';
import type { Verdict } from '../pack/packing-station.ts';
import { openStepQueue, type QueueState } from '../pack/step-queue.ts';

export type Staged = ReplyOf<'/api/Floor/Stage'>;

export interface StageState extends QueueState {
  readonly verdict: Verdict;
  readonly message: string;
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

export function openStageQueue(ports: StagePorts): StageQueue {
  const show = (verdict: Verdict, message: string): void => {
    queue.set({ verdict, message });
    ports.onVerdict?.(verdict);
  };
  const start: StageState = { verdict: 'ready', message: '', waiting: 0, trouble: '' };
  const queue = openStepQueue<StageState, string>(start, [], {
    run: async (scan) => {
      const { Order, Message } = await ports.stage(scan);
      show(Order.State === 'labeled' ? 'right' : 'done', Message);
    },
    refuse: (_scan, error) => show('wrong', error.message),
    pause: () => ports.pause(),
  });
  return { state: queue.state, subscribe: queue.subscribe, scan: queue.add, close: queue.close };
}
