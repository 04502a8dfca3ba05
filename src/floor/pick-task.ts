/** Picking tasks: their size, their claims, and the text that names a claim in requests. Pure (decision 42). */
import { endOfWorkClaim, formatWorkClaim, isWorkClaimed, parseWorkClaim } from '../lib/work-claims.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import type { StationPerson } from './station.ts';

/** Maximum orders of a task, which a cart carries; `maxPickTaskUnits` applies too. */
export const maxPickTaskOrders = 40;
/** Maximum units of a task. A task of one larger order exceeds it. */
export const maxPickTaskUnits = 144;

/** A part of a wave that one person picks, across customers. */
export interface PickTask {
  readonly taskId: string;
  readonly waveId: string;
  readonly warehouse: string;
  /** From 1 in the wave. */
  readonly number: number;
  readonly state: 'picking' | 'done';
  /** Raised by each claim: sessions of earlier claims have ended. */
  readonly claim: number;
  readonly pickerId: string;
  /** The e-mail address of the person who has it. */
  readonly picker: string;
  /** On real time. */
  readonly claimedUntil: Temporal.Instant;
}

/** A claim of a task, which requests send as `Session`. */
export interface PickSession {
  readonly taskId: string;
  readonly claim: number;
}

export const formatPickSession = ({ taskId, claim }: PickSession): string => formatWorkClaim({ id: taskId, claim });

/** The claim that a text names; undefined for any other text. */
export function parsePickSession(text: string): PickSession | undefined {
  const named = parseWorkClaim(text);
  return named?.customerNo === undefined && named !== undefined ? { taskId: named.id, claim: named.claim } : undefined;
}

/** The sentence of `NotFound` for a picking task. */
export const noSuchPickTaskMessage = 'There is no such picking task.';

/** The name of a task in messages. */
export const nameOfPickTask = ({ number }: PickTask): string => `Task ${number}`;

/**
 * Claims the task for the person, or renews the person's claim, also one that has ended. Refuses a task that is done, then, unless
 * `takesOver` is true, one that another person has.
 */
export function decidePickTaskClaim(
  task: PickTask,
  { operatorId, email }: StationPerson,
  now: Temporal.Instant,
  takesOver: boolean,
): Outcome<PickTask> {
  if (task.state === 'done') return refuseState('DONE', `${nameOfPickTask(task)} is picked.`);
  const claimedUntil = endOfWorkClaim(now);
  if (task.pickerId === operatorId) return { ok: { ...task, claimedUntil } };
  if (isWorkClaimed(task, now) && !takesOver) {
    const reason = `${task.picker} is picking task ${task.number}. A lead may take it over.`;
    return refuseState('PICKING', reason);
  }
  return { ok: { ...task, claim: task.claim + 1, pickerId: operatorId, picker: email, claimedUntil } };
}

/** Renews the claim of the task's current session. Refuses an earlier session and another person. */
export function decidePickTaskClaimRenewal(
  task: PickTask,
  { claim }: PickSession,
  { operatorId }: StationPerson,
  now: Temporal.Instant,
): Outcome<PickTask> {
  if (task.claim !== claim || task.pickerId !== operatorId) {
    return refuseState('PICKING', `${task.picker} has task ${task.number} now.`);
  }
  return { ok: { ...task, claimedUntil: endOfWorkClaim(now) } };
}
