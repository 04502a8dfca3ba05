-- Several readers with one user and filter may page GetStatus at once: each first page is a reading of its own.

delete from status_readings;
alter table status_readings
  drop constraint status_readings_pkey,
  add primary key (customer_no, user_key, filter_hash, started_at),
  -- where its next page begins
  add column next_skip bigint not null default 0,
  -- when its last page was read
  add column finished_at timestamptz;
