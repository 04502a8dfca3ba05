/**
 * The scanner's line for JIT labels without its looks: labels are scanned in their sequence, one at a time, and each again until the server has
 * replied to it. A repeated scan changes nothing.
 */
import type { ReplyOf } from '../../api/operation-types.ts';
import type { Verdict } from '../pack/packing-station.ts';
import { openStepQueue, type QueueState } from '../pack/step-queue.ts';

export type ScannedLabel = ReplyOf<'/api/Labels/Scan'>;

export interface LabelScans extends QueueState {
  readonly verdict: Verdict;
  readonly message: string;
  /** The labels that were scanned here, the last one first. */
  readonly labels: readonly ScannedLabel[];
}

interface ScanPorts {
  scan(label: string): Promise<ScannedLabel>;
  /** Waits before a repetition. */
  pause(): Promise<void>;
  onVerdict?(verdict: Verdict): void;
}

export interface LabelQueue {
  state(): LabelScans;
  subscribe(listener: () => void): () => void;
  scan(label: string): void;
  close(): void;
}

/** Those that a person looks back to. */
const maxShown = 20;

export function openLabelQueue(ports: ScanPorts): LabelQueue {
  const show = (verdict: Verdict, message: string, labels = queue.state().labels): void => {
    queue.set({ verdict, message, labels });
    ports.onVerdict?.(verdict);
  };
  const start: LabelScans = { verdict: 'ready', message: '', labels: [], waiting: 0, trouble: '' };
  const queue = openStepQueue<LabelScans, string>(start, [], {
    run: async (label) => {
      const scanned = await ports.scan(label);
      const others = queue.state().labels.filter(({ JITLabelID }) => JITLabelID !== scanned.JITLabelID);
      const order = `Order ${scanned.OrderNo} of ${scanned.CustomerNo}`;
      if (scanned.IsRepeated) show('right', `${order} was scanned before: nothing has changed.`);
      else show('done', `${order} is in work.`, [scanned, ...others].slice(0, maxShown));
    },
    refuse: (_label, error) => show('wrong', error.message),
    pause: () => ports.pause(),
  });
  return { state: queue.state, subscribe: queue.subscribe, scan: queue.add, close: queue.close };
}
