/**
 * The SQL condition that a time which is set at most `most` ahead, `10 minutes`, has passed by the clock of the database. A later one was
 * set while that clock was ahead, as one that was set by hand: it has gone back since, and what waits for that time would wait as long.
 */
export const hasPassedSql = (time: string, most: string): string =>
  `(${time} <= now() or ${time} > now() + interval '${most}')`;

/** The SQL condition that work is due and no process has claimed it. Claims last minutes, and attempts are at most a day apart. */
export const isDueSql = (of: string): string =>
  `${hasPassedSql(`${of}.due_at`, '2 days')} and ${hasPassedSql(`coalesce(${of}.claimed_until, now())`, '10 minutes')}`;
