-- GetStatus omits rows with nothing available, so a row that sells out between two pages would move the following rows into
-- a page that was read already. Its later pages therefore include rows that have sold out since the first page was read.

-- when nothing of the row was available any more; of a row that is available, the last time
alter table balances add column sold_out_at timestamptz;

-- The first page of a list that has more pages, per user and filter.
create table status_readings (
  customer_no text not null,
  user_key text not null,
  filter_hash bytea not null,
  started_at timestamptz not null,
  -- `sold_out_at` of rows that had sold out shortly before, which the first page omitted
  sold_out_before timestamptz[] not null,
  primary key (customer_no, user_key, filter_hash)
);
