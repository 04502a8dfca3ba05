/** Label work as a background job: customers with due intents are polled every second and processed one by one. */
import type { Relay } from '../platform/jobs.ts';
import { customersWithLabelWork } from './label-intent-store.ts';
import { type LabelDeps, processLabels } from './label-work.ts';

/** The relay of label work, including intents left by a process that died. */
export function labelRelay(deps: LabelDeps): Relay {
  return {
    queue: 'work-off-labels',
    customers: () => customersWithLabelWork(deps.db),
    run: (customerNo, signal) => processLabels(deps, customerNo, signal),
  };
}
