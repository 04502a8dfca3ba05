/** The attached movements, for checks that compare other records with them (decision 15). */

/**
 * Selects `customer_no` and `first_seq`: 0 when no month is detached, else the number of the customer's first attached
 * movement, or the largest bigint without one. Movements with this commit number or a higher one are attached, except those of
 * a transaction that began in a detached month and committed after that movement.
 */
export const attachedMovementsSql = `
  select c.customer_no,
         case when exists (select from movement_months where detached_at is not null)
              then coalesce((select min(m.seq) from movements m where m.customer_no = c.customer_no), 9223372036854775807)
              else 0 end as first_seq
    from commit_counters c`;
