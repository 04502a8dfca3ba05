/**
 * The lanes: how single requests become sets (architecture: Work comes in sets).
 *
 * Each customer has a lane, first in first out. While one set is being committed the requests that arrive gather into
 * the next; when nothing is under way the first one starts at once. A set shares its room among the customers that wait
 * for the same kind of write (gather-set.ts), so that twenty customers with three requests each commit together as one
 * customer with sixty does. A customer's next set starts when the one before has sent its COMMIT and holds all its locks
 * (decision 16). After a COMMIT whose connection was lost, nothing more is written for its customers until its outcome is known.
 *
 * The time in a lane is bounded (decision 36): a write that would wait too long is rejected before it is queued, and one
 * that has waited too long nevertheless is rejected then. Both are `Unavailable` (503), nothing of them is written.
 */

import type { Db } from './db/db.ts';
import { AppError, type Outcome } from './errors.ts';
import { gatherSet } from './gather-set.ts';
import { Overloaded, overloaded } from './overloaded.ts';
import { fairShareAhead, ServiceTime } from './queue-wait.ts';
import { keyText, type RetryKey, type Submitted } from './retry-key-store.ts';
import { type Entry, type SetWriter, writeSet } from './write-set.ts';

export type { SetWriter } from './write-set.ts';

/** What became of a member of many: its outcome, or what would have rejected it alone. */
export type Settled<Done> = Outcome<Done> | { readonly failed: unknown };

/** An entry that has not been given to a set by `expiresAt` is rejected. */
interface QueuedEntry extends Entry {
  readonly expiresAt: number;
}

interface Lane {
  readonly customerNo: string;
  waiting: QueuedEntry[];
  /** How many sets the waiting entries would fill. */
  sets: number;
  busy: boolean;
}

export interface Lanes {
  /**
   * Writes `member` in the next set of its customer's lane. Rejects with `Unavailable` (503) when it would wait too long,
   * the lane is full, the server is stopping, or the database takes no changes.
   */
  submit<Member, Done>(
    writer: SetWriter<Member, Done>,
    member: Member,
    retryKey?: RetryKey<Done>,
  ): Promise<Submitted<Done>>;
  /**
   * The same for many members of one customer, in their order: all are taken, or none where the lane lacks the room. Resolves
   * when all of them are settled, with what became of each; never rejects. `admitted` says that `refusal` has admitted them,
   * as a part of more: their wait is not judged again.
   */
  submitAll<Member, Done>(
    writer: SetWriter<Member, Done>,
    members: readonly Member[],
    options?: { readonly admitted: boolean },
  ): Promise<Settled<Done>[]>;
  /**
   * Why `count` more writes of a customer would be refused for overload now; undefined when they would be queued. Many that come
   * together are admitted by the wait of the first, and count with their number for whoever comes next.
   */
  refusal(customerNo: string, count: number): AppError | undefined;
  readonly load: { readonly waiting: number; readonly shed: number };
  /** Refuses new work and resolves when all that was accepted is done. */
  drain(): Promise<void>;
}

export interface LaneLimits {
  /** Sets under way at once, all customers together. */
  readonly slots: number;
  /** Requests that one customer may have waiting. */
  readonly maxWaiting: number;
  /** The longest that a write waits for its set, 60 s by default. It is refused at once when more than half is expected. */
  readonly maxWaitMs?: number;
}

/** How much longer than a single write one of a batch waits: it shares its batch's turn, and the rest is written already. */
const batchPatience = 5;

/** Of a set, what one write takes of it at least. */
const smallestShare = 0.01;

const setsOf = (entries: readonly QueuedEntry[]): number =>
  entries.reduce((sets, { writer }) => sets + 1 / writer.maxMembers, 0);

/** Opens the lanes of an environment over its database. */
export function openLanes(db: Db, limits: LaneLimits): Lanes {
  const { maxWaitMs = 60_000 } = limits;
  const lanes = new Map<string, Lane>();
  /** Lanes that wait and are not busy, in the order in which they became so. */
  const ready = new Set<Lane>();
  /** Customers by how many of their sets were lost during COMMIT and are not settled: nothing more is written for them. */
  const unsettled = new Map<string, number>();
  const serviceTime = new ServiceTime();
  let underWay = 0;
  let slotsTaken = 0;
  let waiting = 0;
  let shed = 0;
  let stopping = false;
  let drained: (() => void) | undefined;
  let isExpiryTimed = false;

  /** The work that is ahead of a customer's next write, in full sets. */
  const setsAhead = (lane: Lane | undefined): number => {
    const others = function* (): Generator<number> {
      for (const other of lanes.values()) if (other !== lane) yield other.sets;
    };
    return waiting === 0 ? 0 : fairShareAhead(lane?.sets ?? 0, others(), smallestShare);
  };

  const assertOpen = (): void => {
    db.assertWritable();
    if (stopping) {
      throw new AppError({ code: 'Unavailable', reason: 'the server is stopping' }, { retryAfterSeconds: 1 });
    }
  };

  const lacksRoom = (lane: Lane | undefined, count: number): AppError | undefined => {
    if (lane === undefined || lane.waiting.length === 0) return undefined;
    if (lane.waiting.length + count <= limits.maxWaiting) return undefined;
    shed += 1;
    return new Overloaded('too many requests of this customer are waiting; send it again after Retry-After seconds', 1);
  };

  const refusal = (customerNo: string, count: number): AppError | undefined => {
    const lane = lanes.get(customerNo);
    const noRoom = lacksRoom(lane, count);
    if (noRoom !== undefined) return noRoom;
    const now = performance.now();
    // Without a free slot nothing can be begun, however little is waiting.
    const stalledMs = slotsTaken < limits.slots ? 0 : serviceTime.stalledMs(now);
    const waitMs = serviceTime.expectedWaitMs(setsAhead(lane));
    if (waitMs <= maxWaitMs / 2 && stalledMs <= maxWaitMs) return undefined;
    shed += 1;
    return overloaded('change', waitMs);
  };

  /** Rejects what has waited too long: the estimate was wrong, or the database has become slower since. */
  const expire = (): void => {
    const now = performance.now();
    for (const lane of lanes.values()) {
      if (!lane.waiting.some(({ expiresAt }) => expiresAt <= now)) continue;
      const { expired = [], kept = [] } = Object.groupBy(lane.waiting, ({ expiresAt }) =>
        expiresAt <= now ? 'expired' : 'kept',
      );
      lane.waiting = kept;
      lane.sets = setsOf(kept);
      waiting -= expired.length;
      shed += expired.length;
      if (kept.length === 0) {
        ready.delete(lane);
        if (!lane.busy) lanes.delete(lane.customerNo);
      }
      for (const entry of expired) entry.reject(overloaded('change', maxWaitMs));
    }
  };

  const timeExpiry = (): void => {
    if (isExpiryTimed || waiting === 0) return;
    isExpiryTimed = true;
    setTimeout(() => {
      isExpiryTimed = false;
      expire();
      timeExpiry();
    }, maxWaitMs / 10);
  };

  /** Writes a set and frees its lanes; the lanes of a set that met a long lock are written apart and freed one by one. */
  const launch = (entries: readonly Entry[], taken: readonly Lane[], slot: 0 | 1): void => {
    underWay += 1;
    slotsTaken += slot;
    if (slot === 1) serviceTime.begin(performance.now());
    const backlogged = waiting > 0;
    let freed = false;
    const free = (): void => {
      if (freed) return;
      freed = true;
      for (const lane of taken) {
        lane.busy = false;
        if (lane.waiting.length === 0) lanes.delete(lane.customerNo);
        else if (!unsettled.has(lane.customerNo)) ready.add(lane);
      }
      start();
    };
    let lost: readonly string[] = [];
    const onLost = (): void => {
      if (lost.length > 0) return;
      lost = [...new Set(entries.map((entry) => entry.customerNo))];
      for (const customerNo of lost) {
        unsettled.set(customerNo, (unsettled.get(customerNo) ?? 0) + 1);
        const lane = lanes.get(customerNo);
        if (lane !== undefined) ready.delete(lane);
      }
      // Others can be written meanwhile.
      slotsTaken -= slot;
      if (slotsTaken === 0) serviceTime.idle();
      start();
    };
    const settled = (): void => {
      for (const customerNo of lost) {
        const left = (unsettled.get(customerNo) ?? 1) - 1;
        if (left > 0) unsettled.set(customerNo, left);
        else unsettled.delete(customerNo);
        const lane = lanes.get(customerNo);
        if (left === 0 && lane !== undefined && !lane.busy && lane.waiting.length > 0) ready.add(lane);
      }
    };
    void writeSet(db, entries, { onSent: free, onLost }).then((written) => {
      underWay -= 1;
      if (lost.length === 0) {
        slotsTaken -= slot;
        if (slot === 1) serviceTime.complete(1, performance.now(), backlogged);
        if (slotsTaken === 0) serviceTime.idle();
      }
      settled();
      if (written === 'contended') {
        for (const lane of taken) {
          launch(
            entries.filter((entry) => entry.customerNo === lane.customerNo),
            freed ? [] : [lane],
            // Who waits for a lock must not keep the others from their slots.
            0,
          );
        }
        start();
        return;
      }
      if (freed) start();
      else free();
      if (underWay === 0 && ready.size === 0) drained?.();
    });
  };

  const start = (): void => {
    while (slotsTaken < limits.slots && ready.size > 0) {
      const entries: Entry[] = [];
      const taken: Lane[] = [];
      for (const { queue: lane, count } of gatherSet(ready)) {
        for (const entry of lane.waiting.splice(0, count)) entries.push(entry);
        lane.sets = setsOf(lane.waiting);
        lane.busy = true;
        ready.delete(lane);
        taken.push(lane);
      }
      waiting -= entries.length;
      launch(entries, taken, 1);
    }
  };

  const enter = (customerNo: string): Lane => {
    let lane = lanes.get(customerNo);
    if (lane === undefined) {
      lane = { customerNo, waiting: [], sets: 0, busy: false };
      lanes.set(customerNo, lane);
    }
    return lane;
  };

  /** When entries that are queued now expire. Those of a batch, which was admitted as a whole, may take longer. */
  const expiryOf = (lane: Lane, writer: { readonly maxMembers: number }, count: number): number => {
    const now = performance.now();
    if (count === 1) return now + maxWaitMs;
    const expectedMs = serviceTime.expectedWaitMs(setsAhead(lane) + count / writer.maxMembers);
    return now + Math.max(batchPatience * maxWaitMs, 2 * expectedMs);
  };

  const push = <Member, Done>(
    lane: Lane,
    writer: SetWriter<Member, Done>,
    member: Member,
    identities: readonly string[],
    settle: Pick<QueuedEntry, 'resolve' | 'reject' | 'expiresAt'>,
    retryKey?: RetryKey<Done>,
  ): void => {
    waiting += 1;
    lane.sets += 1 / writer.maxMembers;
    timeExpiry();
    lane.waiting.push({
      writer: writer as SetWriter<unknown, unknown>,
      member,
      customerNo: lane.customerNo,
      identities: retryKey ? [...identities, keyText(retryKey)] : identities,
      retryKey: retryKey as RetryKey<unknown> | undefined,
      ...settle,
    });
    if (lane.busy || ready.has(lane) || unsettled.has(lane.customerNo)) return;
    ready.add(lane);
    // One turn of the event loop gathers the requests that arrived in the same read of the sockets.
    if (ready.size === 1) setImmediate(start);
  };

  return {
    submit: async <Member, Done>(writer: SetWriter<Member, Done>, member: Member, retryKey?: RetryKey<Done>) => {
      assertOpen();
      const identities = writer.identities(member);
      const customerNo = writer.customerNo(member);
      const refused = refusal(customerNo, 1);
      if (refused !== undefined) throw refused;
      const lane = enter(customerNo);
      const expiresAt = expiryOf(lane, writer, 1);
      return new Promise<Submitted<Done>>((resolve, reject) => {
        push(lane, writer, member, identities, { resolve: resolve as Entry['resolve'], reject, expiresAt }, retryKey);
      });
    },
    submitAll: <Member, Done>(
      writer: SetWriter<Member, Done>,
      members: readonly Member[],
      options?: { readonly admitted: boolean },
    ) => {
      const [first] = members;
      if (first === undefined) return Promise.resolve([]);
      let identities: (readonly string[])[];
      const customerNo = writer.customerNo(first);
      try {
        assertOpen();
        identities = members.map((member) => writer.identities(member));
        const refused =
          options?.admitted === true
            ? lacksRoom(lanes.get(customerNo), members.length)
            : refusal(customerNo, members.length);
        if (refused !== undefined) throw refused;
      } catch (failed) {
        return Promise.resolve(members.map(() => ({ failed })));
      }
      const lane = enter(customerNo);
      const expiresAt = expiryOf(lane, writer, members.length);
      // One promise for all of them: a batch has hundreds.
      return new Promise<Settled<Done>[]>((resolve) => {
        const settled: Settled<Done>[] = new Array(members.length);
        let left = members.length;
        const settle = (index: number, became: Settled<Done>): void => {
          settled[index] = became;
          left -= 1;
          if (left === 0) resolve(settled);
        };
        for (const [index, member] of members.entries()) {
          push(lane, writer, member, identities[index] as readonly string[], {
            resolve: (outcome) => settle(index, outcome as Outcome<Done>),
            reject: (failed) => settle(index, { failed }),
            expiresAt,
          });
        }
      });
    },
    refusal,
    get load() {
      return { waiting, shed };
    },
    drain: () => {
      stopping = true;
      if (underWay === 0 && ready.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        drained = resolve;
      });
    },
  };
}
