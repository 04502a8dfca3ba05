-- Receiving (decision 43): people who count at the dock what purchase and transfer orders bring.

-- How many receipts are open on an order: it is RECEIVING while there are any.
alter table purchase_orders add column receivers int not null default 0 check (receivers >= 0);
alter table transfer_orders add column receivers int not null default 0 check (receivers >= 0);

-- What a warehouse expects, and the lists of the operator, newest first.
create index purchase_orders_expected on purchase_orders (warehouse, requested_date, order_id)
  where status in ('OPEN', 'RECEIVING', 'PARTIALLY RECEIVED');
create index purchase_orders_by_id on purchase_orders (order_id);
create index transfer_orders_arriving on transfer_orders (to_warehouse, requested_date, order_id)
  where status in ('OPEN', 'PICKING', 'IN TRANSIT', 'RECEIVING');
create index transfer_orders_departing on transfer_orders (from_warehouse, requested_date, order_id)
  where status in ('OPEN', 'PICKING');
create index transfer_orders_by_id on transfer_orders (order_id);

-- A pallet that one person counts: of an order that arrives, of a transfer that departs, or of a delivery that no order announced.
create table receipts (
  customer_no text not null,
  receipt_id uuid not null,
  kind text not null check (kind in ('purchase order', 'transfer in', 'transfer out', 'unannounced')),
  warehouse text not null,
  -- null: of no order, or not yet
  order_id uuid,
  -- as the order has it; '' for none
  order_number text not null,
  -- from 1 within the order
  pallet int not null,
  -- what is written on the pallet; '' for nothing
  label text not null,
  state text not null check (state in ('open', 'finished', 'parked', 'attached', 'discarded')),
  -- raised when a person claims the receipt; earlier sessions end
  claim int not null,
  -- who has it, until then on real time
  person_id uuid not null,
  person text not null,
  claimed_until timestamptz not null,
  -- where an unannounced delivery stands
  place text not null,
  note text not null,
  -- units by item and lot
  counted jsonb not null default '[]',
  -- units in another condition, each with its reason
  issues jsonb not null default '[]',
  -- how many scans were counted
  scans int not null default 0,
  -- the differences that the person saw first; null: none yet
  shown jsonb,
  -- what its end posted; null until then
  result jsonb,
  opened_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (customer_no, receipt_id),
  check ((ended_at is null) = (state = 'open')),
  check ((order_id is null) = (kind = 'unannounced' and state <> 'attached'))
) with (fillfactor = 70);
create index receipts_open on receipts (warehouse, receipt_id) where state = 'open';
create index receipts_parked on receipts (ended_at, receipt_id) where state = 'parked';
create index receipts_of_order on receipts (customer_no, order_id) where order_id is not null;
-- A labeled pallet of an order is counted once.
create unique index receipts_by_label on receipts (customer_no, order_id, label)
  where label <> '' and state in ('open', 'finished');

-- Scans and counts of a receipt, each counted once by its id, and their verdicts.
create table receipt_scans (
  customer_no text not null,
  receipt_id uuid not null,
  scan_id uuid not null,
  kind text not null check (kind in ('item', 'count', 'issue', 'undo', 'wrong')),
  -- as it was read
  code text not null,
  -- '' for a rejected scan
  item_no text not null,
  lot text not null,
  -- 0 for a rejected scan, negative for one that takes back another
  units int not null,
  verdict text not null,
  message text not null,
  person text not null,
  -- from 1 within the receipt for what was counted; 0 for the rest
  number int not null,
  -- a later one took it back
  is_undone boolean not null default false,
  scanned_at timestamptz not null default now(),
  primary key (customer_no, receipt_id, scan_id)
);
create index receipt_scans_counted on receipt_scans (customer_no, receipt_id, number) where number > 0 and not is_undone;
-- Purchase and transfer orders are found across customers by number and reference, in any letter case.
create index purchase_orders_by_number on purchase_orders (upper(purchase_order_number));
create index purchase_orders_by_name on purchase_orders (upper(customer_reference_no));
create index purchase_orders_by_pickup on purchase_orders (upper(reference_no));
create index transfer_orders_by_number on transfer_orders (upper(transfer_order_number));
create index transfer_orders_by_name on transfer_orders (upper(customer_reference_no));
