/** Which movements are attached, for checks that compare other records with them (decision 15). */

/**
 * Selects `customer_no` and `first_seq`: what a customer recorded from this commit number on has all its movements attached. 0 where no
 * month is detached; where months are, the number of the first movement that is left.
 */
export const keptMovements = `
  select c.customer_no,
         case when exists (select from movement_months where detached_at is not null)
              then coalesce((select min(m.seq) from movements m where m.customer_no = c.customer_no), 9223372036854775807)
              else 0 end as first_seq
    from commit_counters c`;
