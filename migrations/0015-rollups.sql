-- What keeps long history cheap: counts for pages, sums per day for past balances, opening balances per month. All of it
-- can be made again from the movements; a job writes it, so that postings stay as they are. Up to `movement_marks.rolled_to`
-- the rollups tell, from there on the movements themselves.

-- How far a customer's movements have been rolled up, and by which time zone's days.
create table movement_marks (
  customer_no text primary key,
  rolled_to bigint not null,
  -- the latest `at` of those movements; null when there are none
  last_posted timestamptz,
  time_zone text not null
) with (fillfactor = 70);

-- How many movements there are: what TotalRecordCount adds up, and where the page begins that skips so many. A block of level
-- n is 2 to the n commit numbers; a block of the next level holds eight. A month is one of `at`; `first_at` and `last_at`
-- bound `occurred_at`.
create table movement_counts (
  customer_no text not null,
  level smallint not null,
  block bigint not null,
  month date not null,
  warehouse text not null,
  status text not null,
  type text not null,
  count int not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (customer_no, level, block, month, warehouse, status, type)
) with (fillfactor = 80);

-- The same by item, in blocks of the coarsest level, with the sum of what moved.
create table movement_item_counts (
  customer_no text not null,
  item_no text not null,
  block bigint not null,
  month date not null,
  warehouse text not null,
  status text not null,
  type text not null,
  count int not null check (count > 0),
  quantity bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (customer_no, item_no, block, month, warehouse, status, type)
) with (fillfactor = 80);

-- What moved on a day of `occurred_at`. Kept when a month is detached: balances as of its days can still be told.
create table movement_days (
  customer_no text not null,
  month date not null,
  day date not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  quantity bigint not null,
  count int not null check (count > 0),
  primary key (customer_no, month, day, item_no, warehouse, status)
) with (fillfactor = 80);

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
