/** What transfer orders do of themselves when they fall due, where nothing is simulated. */
import type { StepHandlers } from '../platform/due-work.ts';
import { transferStartStep } from './schedule.ts';

/** In production people begin a transfer: one that falls due stays OPEN, with its stock reserved, until they do. */
export const transferOrderSteps: StepHandlers = {
  [transferStartStep]: { run: async () => undefined },
};
