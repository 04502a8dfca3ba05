/** The attached movements, for checks that compare other records with them (decision 15). */
import { maxCommitDelayHours } from '../platform/log-window.ts';

/**
 * Selects `customer_no` and `first_seq`: 0 when no month is detached, else a number from which on all of the customer's movements are
 * attached, or the largest bigint without one. A transaction that began in a detached month may have a greater number than one of the
 * next month, because it is numbered by its commit. So movements of the first `maxCommitDelayHours` of the next month do not count.
 */
export const firstAttachedSeqSql = `
  select c.customer_no,
         case when exists (select from movement_months where detached_at is not null)
              then coalesce((select min(m.seq) from movements m
                              where m.customer_no = c.customer_no
                                and m.at >= (select (max(month) + interval '1 month') at time zone 'UTC' + interval '${maxCommitDelayHours} hours'
                                               from movement_months where detached_at is not null)), 9223372036854775807)
              else 0 end as first_seq
    from commit_counters c`;
