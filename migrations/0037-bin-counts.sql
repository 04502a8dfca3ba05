-- Counts by place, their plans, and replenishment of pick faces (decision 43).

-- Where the item of a count is counted. The count itself, with what the ledger had, is in counts and count_lines.
create table bin_counts (
  customer_no text not null,
  count_id uuid not null,
  -- '' for what is in no bin
  location text not null,
  warehouse text not null,
  item_no text not null,
  status text not null,
  -- to be counted in this round
  is_open boolean not null default true,
  -- from 1; raised when the count differed, so that another person counts again
  round int not null default 1 check (round > 0),
  -- of the last time: what was found, what the place was said to hold then, and by whom
  counted int check (counted >= 0),
  claimed int check (claimed >= 0),
  person_id uuid,
  person text not null default '',
  counted_at timestamptz,
  primary key (customer_no, count_id, location),
  check ((counted is null) = (claimed is null) and (counted is null) = (person_id is null) and (counted is null) = (counted_at is null)),
  check (is_open or counted is not null)
);
create index bin_counts_open on bin_counts (warehouse, location) where is_open;
create index bin_counts_of_item on bin_counts (customer_no, item_no, warehouse, status, counted_at);

-- Append-only, of the operator: what a person found at a place, across customers, counted once by its id; and the reply.
create table count_sheets (
  sheet_id uuid primary key,
  warehouse text not null,
  location text not null,
  lines jsonb not null,
  reply jsonb not null,
  person_id uuid not null,
  person text not null,
  counted_at timestamptz not null default now()
);

-- Of the operator: after how many days each class of items is counted again at a warehouse.
create table count_plans (
  warehouse text primary key,
  days_a int not null check (days_a between 1 and 3650),
  days_b int not null check (days_b between 1 and 3650),
  days_c int not null check (days_c between 1 and 3650),
  changed_at timestamptz not null default now()
);

-- Pick faces that are filled from the reserve, below `minimum` up to `target`; and who is doing it.
create table bin_rules (
  customer_no text not null,
  warehouse text not null,
  location text not null,
  item_no text not null,
  status text not null,
  minimum int not null check (minimum > 0),
  target int not null,
  person_id uuid,
  person text not null default '',
  -- on real time
  claimed_until timestamptz,
  primary key (customer_no, warehouse, location, item_no, status),
  check (target >= minimum),
  check ((person_id is null) = (claimed_until is null))
);
create index bin_rules_of_warehouse on bin_rules (warehouse, location);
