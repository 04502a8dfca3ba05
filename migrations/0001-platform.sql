-- Customers' commit counters, the one log, work that is due, safe retries.

-- One row per customer, locked last by every transaction that changes something: it numbers the log, the movements and
-- package activity in the order in which they commit. The row is rewritten all the time, hence the free space beside it.
create table commit_counters (
  customer_no text primary key,
  last_seq bigint not null default 0
) with (fillfactor = 10);

-- The one log. Append-only; by month of real time, so that an advanced test clock never meets a missing month.
create table log (
  customer_no text not null,
  seq bigint not null,
  at timestamptz not null default now(),
  occurred_at timestamptz not null,
  kind text not null,
  subject uuid not null,
  reference uuid not null,
  operation text not null,
  actor text not null,
  data jsonb,
  primary key (customer_no, seq, at)
) partition by range (at);

create index log_by_subject on log (customer_no, subject, seq);
-- The reference of a creation is the id of what it created, so the index above finds it; this one holds the others.
create index log_by_reference on log (customer_no, reference) where reference <> subject;

-- Creates the month's partition of a table that is partitioned by `at`. Names end in _YYYYMM.
create function ensure_month(parent regclass, month date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', month)::date;
  partition text := format('%s_%s', parent, to_char(first, 'YYYYMM'));
begin
  if to_regclass(partition) is null then
    execute format('create table if not exists %I partition of %s for values from (%L) to (%L)',
      partition, parent, first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
  end if;
end $$;

-- What is due for a customer, read against the customer's clock. The key begins with the time, so that what is due next
-- is the first row of the customer.
create table due_work (
  customer_no text not null,
  due_at timestamptz not null,
  step text not null,
  subject uuid not null,
  data jsonb,
  primary key (customer_no, due_at, step, subject)
);

-- A customer's clock: real time plus an offset. Only the test environment has rows with an offset.
create table customer_clocks (
  customer_no text primary key,
  offset_ms bigint not null default 0
);

-- Answers kept for 24 hours under the caller's Idempotency-Key (decision 6).
create table idempotency_keys (
  customer_no text not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status int,
  reply json,
  at timestamptz not null default now(),
  primary key (customer_no, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (at);

-- Data that the operator keeps: warehouses, their cutoffs, inventory statuses, holidays (decision 8).
create table warehouses (
  code text primary key,
  city text not null,
  state text not null,
  zip_code text not null,
  time_zone text not null,
  working_days int[] not null,
  takes_returns boolean not null
);
-- Until when an order leaves on the same day, on the warehouse's clock.
create table warehouse_cutoffs (
  warehouse text not null references warehouses,
  carrier text not null,
  service text not null,
  cutoff text not null check (cutoff ~ '^[0-2][0-9]:[0-5][0-9]$'),
  primary key (warehouse, carrier, service)
);
create table inventory_statuses (
  code text primary key,
  description text not null,
  sellable text not null check (sellable in ('all', 'wholesale', 'none')),
  drawn_by_consumer_orders boolean not null,
  bonded boolean not null,
  tax_paid boolean not null,
  returned boolean not null,
  damaged boolean not null
);
-- A customer's own codes (a custom inventory type), beside the generic ones.
create table customer_inventory_statuses (
  customer_no text not null,
  code text not null,
  description text not null,
  sellable text not null check (sellable in ('all', 'wholesale', 'none')),
  drawn_by_consumer_orders boolean not null,
  bonded boolean not null,
  tax_paid boolean not null,
  returned boolean not null,
  damaged boolean not null,
  primary key (customer_no, code)
);
-- Days on which carriers do not move; the operator edits them (carrier holidays are not the federal ones).
create table carrier_holidays (
  day date primary key,
  name text not null
);
