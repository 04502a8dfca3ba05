-- What is left of each caller's rate limit, where several processes serve one database (decision 7): each takes portions of it.
-- Unlogged: after a crash every budget is full again.
create unlogged table rate_budgets (
  customer_no text not null,
  -- the limit's name and the UserKey
  bucket text not null,
  per_second float8 not null,
  burst float8 not null,
  -- of the last request for a portion: what was wanted, the least that is of use, and what was given; negative: given back
  wanted float8 not null,
  needed float8 not null,
  granted float8 not null,
  level float8 not null,
  at timestamptz not null default clock_timestamp(),
  primary key (customer_no, bucket)
) with (fillfactor = 50);
