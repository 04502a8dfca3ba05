/**
 * Claims of work (an order, a task, a receipt, a pick face) by a person: how long they last, and the text by which requests name
 * those that have sessions (all but pick faces).
 */
import { lowercaseUuidPattern } from './uuid.ts';

/** How long work stays with a person who does nothing. */
export const workClaimMinutes = 30;

/** When a claim that is taken or renewed at `now` ends. */
export const endOfWorkClaim = (now: Temporal.Instant): Temporal.Instant => now.add({ minutes: workClaimMinutes });

/** Whether a person has the work at this time. */
export const isWorkClaimed = (
  { claimedUntil }: { readonly claimedUntil: Temporal.Instant | undefined },
  now: Temporal.Instant,
): boolean => claimedUntil !== undefined && Temporal.Instant.compare(claimedUntil, now) > 0;

/** Identifies a claim of work. Requests carry it as text, in `Session`. */
interface WorkClaimKey {
  /** Absent for work that belongs to no customer. */
  readonly customerNo?: string | undefined;
  /** The id of the work. */
  readonly id: string;
  /** The number of the claim: each new one ends the sessions of the earlier ones. */
  readonly claim: number;
}

export const formatWorkClaim = ({ customerNo, id, claim }: WorkClaimKey): string =>
  customerNo === undefined ? `${id}.${claim}` : `${customerNo}.${id}.${claim}`;

const claimText = new RegExp(String.raw`^(?:(.{1,100})\.)?(${lowercaseUuidPattern})\.(\d{1,9})$`);

/** The claim that a text names; undefined for any other text. */
export function parseWorkClaim(text: string): WorkClaimKey | undefined {
  const parts = claimText.exec(text);
  return parts === null ? undefined : { customerNo: parts[1], id: parts[2] as string, claim: Number(parts[3]) };
}

/** The claim of work that belongs to a customer; undefined for any other text. */
export function parseCustomerWorkClaim(text: string): (WorkClaimKey & { readonly customerNo: string }) | undefined {
  const named = parseWorkClaim(text);
  return named?.customerNo === undefined ? undefined : { ...named, customerNo: named.customerNo };
}
