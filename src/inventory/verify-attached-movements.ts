/** The attached movements, for checks that compare other records with them (decision 15). */
import { maxCommitDelayHours } from '../platform/log-window.ts';

/**
 * Selects `customer_no` and `first_seq`: all movements of the customer from this number on are in the database, none in a month that
 * `dray archive` detached. It is 0 while no month is detached, and the largest bigint when the customer has no later movement.
 *
 * A movement is numbered when its transaction commits, but has the time at which it began. So one of a detached month may have a
 * greater number than one of the month after it. Therefore `first_seq` is that of the first movement after the `maxCommitDelayHours`
 * that follow the last detached month.
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
