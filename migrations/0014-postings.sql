-- Postings that no order and no delivery brings about: why stock is adjusted or changes its status, and cycle counts.

-- Operator data: why stock changes. Shown as the reference of the movement.
create table reason_codes (
  code text primary key check (code <> ''),
  description text not null,
  used_for text not null check (used_for in ('adjustment', 'status change', 'production')),
  -- what it may do to the stock
  direction text not null check (direction in ('in', 'out', 'both'))
);
insert into reason_codes (code, description, used_for, direction) values
  ('FOUND', 'Found in the warehouse', 'adjustment', 'in'),
  ('LOST', 'Cannot be found', 'adjustment', 'out'),
  ('BROKEN', 'Broken in the warehouse', 'adjustment', 'out'),
  ('DESTROYED', 'Destroyed at the customer''s request', 'adjustment', 'out'),
  ('SAMPLE', 'Taken as a sample', 'adjustment', 'out'),
  ('CORRECTION', 'An earlier posting was wrong', 'adjustment', 'both'),
  ('COUNT', 'Difference found by a count', 'adjustment', 'both'),
  ('TRANSFER-SHORT', 'Lost between two warehouses', 'adjustment', 'out'),
  ('TRANSFER-OVER', 'More arrived than had left the other warehouse', 'adjustment', 'in'),
  ('DAMAGED', 'Found damaged', 'status change', 'both'),
  ('RESTORED', 'Good after all, or repaired', 'status change', 'both'),
  ('RECLASSIFIED', 'Held under another status', 'status change', 'both'),
  ('PRODUCTION', 'Made from, or used for, a set', 'production', 'both');

-- A cycle count. Its id is the reference under which it was opened.
create table counts (
  customer_no text not null,
  count_id uuid not null,
  warehouse text not null,
  status text not null check (status in ('OPEN', 'APPROVED', 'CANCELED')),
  -- what may be recorded; null: whatever is found
  items text[],
  inventory_statuses text[],
  -- on the customer's clock
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (customer_no, count_id),
  check ((closed_at is null) = (status = 'OPEN'))
) with (fillfactor = 80);

-- What is to be counted. What is expected is not kept here before it was counted: the count is blind.
create table count_lines (
  customer_no text not null,
  count_id uuid not null,
  warehouse text not null,
  item_no text not null,
  inventory_status text not null,
  is_open boolean not null default true,
  times_counted int not null default 0 check (times_counted >= 0),
  -- of the last time: what was found, and what the ledger said in that moment
  counted bigint check (counted >= 0),
  on_hand bigint,
  -- it agreed with the ledger, or twice differed by the same
  is_settled boolean not null default false,
  primary key (customer_no, count_id, item_no, inventory_status),
  foreign key (customer_no, count_id) references counts,
  check ((counted is null) = (times_counted = 0) and (on_hand is null) = (times_counted = 0)),
  check (not is_settled or times_counted > 0)
) with (fillfactor = 70);
-- Two counts of the same shelf would both post its difference.
create unique index count_lines_open on count_lines (customer_no, warehouse, item_no, inventory_status) where is_open;
