-- What keeps long history cheap: counts for pages, sums per day for past balances, opening balances per month. All of it
-- can be made again from the movements; a job writes it, so that postings stay as they are. Up to `movement_marks.rolled_to`
-- the rollups tell, from there on the movements themselves.

-- How far a customer's movements have been rolled up, and by which time zone's days.
create table movement_marks (
  customer_no text primary key,
  rolled_to bigint not null,
  time_zone text not null
) with (fillfactor = 70);

-- How many movements there are: what TotalRecordCount adds up, and where the page begins that skips so many. A block is 8192
-- commit numbers, a day is one of `occurred_at`, a month one of `at`.
create table movement_blocks (
  customer_no text not null,
  day date not null,
  block int not null,
  month date not null,
  warehouse text not null,
  status text not null,
  type text not null,
  count int not null check (count > 0),
  primary key (customer_no, day, block, month, warehouse, status, type)
) with (fillfactor = 80);

-- The same by item, in spans of 65536 commit numbers, with the sum of what moved. Kept when a month is detached, then with a
-- count of 0: balances as of its days can still be told, its movements cannot be listed any more.
create table movement_days (
  customer_no text not null,
  month date not null,
  day date not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  type text not null,
  span int not null,
  quantity bigint not null,
  count int not null check (count >= 0),
  primary key (customer_no, month, day, item_no, warehouse, status, type, span)
) with (fillfactor = 80);
create index movement_days_by_item on movement_days (customer_no, item_no, day);

-- What was on hand when a month began, by what had been posted until then. Nothing stands for none.
create table opening_balances (
  customer_no text not null,
  month date not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  quantity bigint not null check (quantity <> 0),
  primary key (customer_no, month, item_no, warehouse, status)
);

-- Months to which nothing is posted any more; whose partition may be, or has been, detached.
create table movement_months (
  month date primary key,
  closed_at timestamptz not null default now(),
  detached_at timestamptz
);

-- What the nightly verification found.
create table verify_runs (
  checked_at timestamptz primary key,
  seconds numeric not null,
  faults int not null
);
