-- Stock is a ledger: movements are the truth, balances stand beside them, demands and expectations complete GetStatus.

-- One row per customer, warehouse, status and item, in units of the item. Rewritten by every posting, hence the space.
create table balances (
  customer_no text not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  on_hand bigint not null default 0,
  reserved bigint not null default 0,
  back_ordered bigint not null default 0,
  -- inbound: on purchase orders and in transit
  expected bigint not null default 0,
  -- the part of it that is in transit: no purchase order
  in_transit bigint not null default 0,
  -- the commit number under which the row appeared: what pages of GetStatus are ordered by
  first_seq bigint,
  primary key (customer_no, item_no, warehouse, status),
  check (on_hand >= 0),
  check (reserved >= 0 and reserved <= on_hand),
  check (back_ordered >= 0),
  check (in_transit >= 0 and in_transit <= expected)
) with (fillfactor = 50);

-- The movements: append-only, numbered in the order of commits, by month of real time. What GetTransactions shows is
-- written here when it is posted: history does not change when an order or an item does.
create table movements (
  customer_no text not null,
  seq bigint not null,
  at timestamptz not null default now(),
  occurred_at timestamptz not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  quantity bigint not null check (quantity <> 0),
  type text not null,
  reference text not null,
  subject uuid not null,
  po_number text not null default '',
  order_type text not null default '',
  item_description text not null,
  item_unit text not null,
  alcohol_percentage text not null default '',
  primary key (customer_no, seq, at)
) partition by range (at);
create index movements_by_item on movements (customer_no, item_no, seq);
create index movements_by_time on movements (customer_no, occurred_at, seq);
create index movements_by_subject on movements (customer_no, subject);

-- The name a shipment went to, shown by GetTransactions. Apart from the movements, so that it can be erased.
create table movement_names (
  customer_no text not null,
  subject uuid not null,
  ship_to_name text not null,
  primary key (customer_no, subject)
);

-- The demand queue: who wants what, and whether it is reserved for them. Rows live until the stock has left or the
-- document is cancelled; history is in the log. One row per document, item and status: two lines of one item count
-- together.
create table demands (
  customer_no text not null,
  subject uuid not null,
  item_no text not null,
  status text not null,
  -- where it is reserved, or where it counts as backorder while it waits
  warehouse text not null,
  -- where it may be filled, best first; null when the document names its warehouse
  choices text[],
  quantity bigint not null check (quantity > 0),
  state text not null check (state in ('waiting', 'reserved', 'in_work')),
  -- 0 return to customer, 1 transfer, 2 order
  rank smallint not null,
  queued_at timestamptz not null,
  primary key (customer_no, subject, item_no, status)
);
create index demands_waiting on demands (customer_no, item_no, status, rank, queued_at) where state = 'waiting';

-- What is inbound: a line of a live purchase order (or of a transfer under way).
create table expectations (
  customer_no text not null,
  subject uuid not null,
  line int not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  ordered bigint not null check (ordered > 0),
  received bigint not null default 0 check (received >= 0),
  -- on its way between two warehouses, not on a purchase order
  in_transit boolean not null default false,
  primary key (customer_no, subject, line)
);
create index expectations_by_item on expectations (customer_no, item_no);
