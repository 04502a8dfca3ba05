/**
 * The SQL condition that a time which is set at most `most` ahead, `10 minutes`, has passed by the clock of the database. A later one was
 * set while that clock was ahead, as one that was set by hand: it has gone back since, and what waits for that time would wait as long.
 */
const hasPassedSql = (time: string, most: string): string =>
  `(${time} <= now() or ${time} > now() + interval '${most}')`;

/** Claims and leases end within this time, unless they were taken while the clock of the database was ahead. */
export const maxClaimInterval = '10 minutes';

/** The SQL condition that a claim or a lease until this time has expired. */
export const hasClaimExpiredSql = (claimedUntil: string): string => hasPassedSql(claimedUntil, maxClaimInterval);

/** The SQL condition that no process has claimed the work of a row. */
export const isUnclaimedSql = (of: string): string =>
  `(${of}.claimed_until is null or ${hasClaimExpiredSql(`${of}.claimed_until`)})`;

/** The SQL condition that work is due and no process has claimed it. Attempts are at most a day apart. */
export const isDueAndUnclaimedSql = (of: string): string =>
  `${hasPassedSql(`${of}.due_at`, '2 days')} and ${isUnclaimedSql(of)}`;
