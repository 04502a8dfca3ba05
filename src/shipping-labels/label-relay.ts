/** Label work as background jobs: who has some is looked up every second, and worked off customer by customer. */
import type { Relay } from '../platform/jobs.ts';
import { customersWithLabelWork } from './label-intent-store.ts';
import { type LabelDeps, processLabels } from './label-work.ts';

/** Feeds and works off label intents: those that wait, and those that a process left behind. */
export function labelRelay(deps: LabelDeps): Relay {
  return {
    queue: 'work-off-labels',
    customers: () => customersWithLabelWork(deps.db),
    run: (customerNo, signal) => processLabels(deps, customerNo, signal),
  };
}
