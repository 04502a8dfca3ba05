/**
 * Reads memberships in batches, so that checking credentials stays cheap however many are wrong (decision 7).
 *
 * Every well-formed sign-in that is not cached and not beyond the limit of imported passwords is looked up, because it may be valid. The
 * cost is bounded because few statements run at once, and each reads up to 500 memberships that were requested in the meantime: a guess in
 * a flood costs a fraction of a statement, and guesses use only these connections.
 */
import type { DbReader } from '../platform/db/db.ts';
import { type Membership, type MembershipKey, readMemberships } from './credential-store.ts';

/** Returns a user's membership with a customer; undefined when there is none. */
export type MembershipLookup = (key: MembershipKey) => Promise<Membership | undefined>;

const maxStatements = 2;
const maxKeys = 500;

interface Waiting extends MembershipKey {
  readonly resolve: (membership: Membership | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a lookup that collects concurrent requests into statements of at most 500 memberships, of which at most two run at a time. */
export function createBatchedMembershipLookup(reader: DbReader): MembershipLookup {
  let waiting: Waiting[] = [];
  let activeStatements = 0;
  let isScheduled = false;

  const readNext = (): void => {
    isScheduled = false;
    while (waiting.length > 0 && activeStatements < maxStatements) {
      const batch = waiting.slice(0, maxKeys);
      waiting = waiting.slice(maxKeys);
      activeStatements += 1;
      readMemberships(reader, batch)
        .then(
          (memberships) => {
            for (const [index, { resolve }] of batch.entries()) resolve(memberships[index]);
          },
          (error: unknown) => {
            for (const { reject } of batch) reject(error);
          },
        )
        .finally(() => {
          activeStatements -= 1;
          readNext();
        });
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...key, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // Collects the requests of this turn of the event loop.
      setImmediate(readNext);
    });
}
