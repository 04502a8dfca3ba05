/**
 * The lanes: how single requests become sets (architecture: Work comes in sets).
 *
 * Each customer has a lane, first in first out. While one set is being committed the requests that arrive gather into
 * the next; when nothing is under way the first one starts at once. A set takes the heads of several customers' lanes
 * when they wait for the same kind of write, so that twenty customers with three requests each commit together as one
 * customer with sixty does; two members that share an identity never are in the same set. A customer's next set starts
 * when the one before has sent its COMMIT and holds all its locks (decision 25). After a COMMIT whose connection was lost,
 * nothing more is written for its customers until its outcome is known.
 */

import type { Db } from './db/db.ts';
import { AppError, type Outcome } from './errors.ts';
import { keyText, type RetryKey, type Submitted } from './retry-key-store.ts';
import { type Entry, type SetWriter, writeSet } from './write-set.ts';

export type { SetWriter } from './write-set.ts';

/** What became of a member of many: its outcome, or what would have rejected it alone. */
export type Settled<Done> = Outcome<Done> | { readonly failed: unknown };

interface Lane {
  readonly customerNo: string;
  readonly waiting: Entry[];
  busy: boolean;
}

export interface Lanes {
  /**
   * Writes `member` in the next set of its customer's lane. Rejects with `Unavailable` (503) when the lane is full, the
   * server is stopping, or the database takes no changes.
   */
  submit<Member, Done>(
    writer: SetWriter<Member, Done>,
    member: Member,
    retryKey?: RetryKey<Done>,
  ): Promise<Submitted<Done>>;
  /**
   * The same for many members of one customer, in their order: all are taken, or none where the lane lacks the room. Resolves
   * when all of them are settled, with what became of each; never rejects.
   */
  submitAll<Member, Done>(writer: SetWriter<Member, Done>, members: readonly Member[]): Promise<Settled<Done>[]>;
  /** Refuses new work and resolves when all that was accepted is done. */
  drain(): Promise<void>;
}

export interface LaneLimits {
  /** Sets under way at once, all customers together. */
  readonly slots: number;
  /** Requests that one customer may have waiting. */
  readonly maxWaiting: number;
}

/** Opens the lanes of an environment over its database. */
export function openLanes(db: Db, limits: LaneLimits): Lanes {
  const lanes = new Map<string, Lane>();
  /** Lanes that wait and are not busy, in the order in which they became so. */
  const ready = new Set<Lane>();
  /** Customers by how many of their sets were lost during COMMIT and are not settled: nothing more is written for them. */
  const unsettled = new Map<string, number>();
  let underWay = 0;
  let slotsTaken = 0;
  let stopping = false;
  let drained: (() => void) | undefined;

  const gather = (): { entries: Entry[]; taken: Lane[] } => {
    const entries: Entry[] = [];
    const taken: Lane[] = [];
    const seed = ready.values().next().value;
    const writer = seed?.waiting[0]?.writer;
    if (writer === undefined) return { entries, taken };
    for (const lane of ready) {
      let count = 0;
      // Names are a customer's own.
      const identities = new Set<string>();
      for (const entry of lane.waiting) {
        if (entries.length >= writer.maxMembers || entry.writer !== writer) break;
        if (entry.identities.some((identity) => identities.has(identity))) break;
        for (const identity of entry.identities) identities.add(identity);
        entries.push(entry);
        count += 1;
      }
      if (count > 0) {
        lane.waiting.splice(0, count);
        taken.push(lane);
      }
      if (entries.length >= writer.maxMembers) break;
    }
    return { entries, taken };
  };

  /** Writes a set and frees its lanes; the lanes of a set that met a long lock are written apart and freed one by one. */
  const launch = (entries: readonly Entry[], taken: readonly Lane[], slot: 0 | 1): void => {
    underWay += 1;
    slotsTaken += slot;
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
      if (lost.length === 0) slotsTaken -= slot;
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
      const { entries, taken } = gather();
      for (const lane of taken) {
        lane.busy = true;
        ready.delete(lane);
      }
      launch(entries, taken, 1);
    }
  };

  const enter = (customerNo: string, count: number): Lane => {
    db.assertWritable();
    let lane = lanes.get(customerNo);
    if (
      stopping ||
      (lane !== undefined && lane.waiting.length > 0 && lane.waiting.length + count > limits.maxWaiting)
    ) {
      const reason = stopping ? 'the server is stopping' : 'too many requests of this customer are waiting';
      throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 1 });
    }
    if (lane === undefined) {
      lane = { customerNo, waiting: [], busy: false };
      lanes.set(customerNo, lane);
    }
    return lane;
  };

  const push = <Member, Done>(
    lane: Lane,
    writer: SetWriter<Member, Done>,
    member: Member,
    identities: readonly string[],
    settle: Pick<Entry, 'resolve' | 'reject'>,
    retryKey?: RetryKey<Done>,
  ): void => {
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
      const identities = writer.identities(member);
      const lane = enter(writer.customerNo(member), 1);
      return new Promise<Submitted<Done>>((resolve, reject) => {
        push(lane, writer, member, identities, { resolve: resolve as Entry['resolve'], reject }, retryKey);
      });
    },
    submitAll: <Member, Done>(writer: SetWriter<Member, Done>, members: readonly Member[]) => {
      const [first] = members;
      if (first === undefined) return Promise.resolve([]);
      let lane: Lane;
      let identities: (readonly string[])[];
      try {
        identities = members.map((member) => writer.identities(member));
        lane = enter(writer.customerNo(first), members.length);
      } catch (failed) {
        return Promise.resolve(members.map(() => ({ failed })));
      }
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
          });
        }
      });
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
