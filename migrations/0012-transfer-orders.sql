-- Transfer orders: stock that goes from one warehouse to another.

-- The name by which a customer knows a transfer order that is not cancelled. A twin of a create waits here, before any
-- other lock, and learns who came first; cancellation deletes the row and frees the name.
create table transfer_order_identities (
  customer_no text not null,
  customer_reference_no text not null,
  order_id uuid not null,
  primary key (customer_no, customer_reference_no)
);

-- The last TransferOrderNumber given to a customer.
create table transfer_order_counters (
  customer_no text primary key,
  last_number int not null
);

-- The transfer order's id is the reference that its creation answered.
create table transfer_orders (
  customer_no text not null,
  order_id uuid not null,
  customer_reference_no text not null,
  transfer_order_number text not null,
  status text not null
    check (status in ('OPEN', 'PICKING', 'IN TRANSIT', 'RECEIVING', 'RECEIVED', 'CLOSED', 'CANCELED')),
  -- of the create request, when it was accepted (decision 6)
  content_hash bytea not null,
  requested_date date not null,
  from_warehouse text not null,
  to_warehouse text not null check (to_warehouse <> from_warehouse),
  inventory_status text not null,
  -- '' where every line arrives in the status in which it left
  to_inventory_status text not null,
  -- its place in the demand queue, for good
  queued_at timestamptz not null,
  primary key (customer_no, order_id),
  unique (customer_no, transfer_order_number)
) with (fillfactor = 80);
create index transfer_orders_by_reference on transfer_orders (customer_no, customer_reference_no);

-- References of later requests (updates, cancellation): they identify the order, too.
create table transfer_order_references (
  customer_no text not null,
  reference uuid not null,
  order_id uuid not null,
  primary key (customer_no, reference),
  foreign key (customer_no, order_id) references transfer_orders
);

-- Lines as accepted, and what became of them, in units of the item. What left is what arrived and what was short, once
-- the order is closed; what arrived beyond it stands apart.
create table transfer_order_lines (
  customer_no text not null,
  order_id uuid not null,
  line int not null check (line > 0),
  item_no text not null,
  item_description text not null,
  -- as sent, in units or cases
  quantity int not null check (quantity > 0),
  quantity_unit text not null check (quantity_unit in ('RETAIL', 'WHOLESALE')),
  units bigint not null check (units > 0),
  -- '' where the line draws the order's status
  tax_status text not null,
  unit_price numeric,
  -- what was found missing while it was picked
  missing bigint not null default 0 check (missing >= 0),
  shipped bigint not null default 0 check (shipped >= 0 and shipped + missing <= units),
  received bigint not null default 0 check (received >= 0),
  short bigint not null default 0 check (short >= 0 and received + short <= shipped),
  surplus bigint not null default 0 check (surplus >= 0),
  primary key (customer_no, order_id, line),
  foreign key (customer_no, order_id) references transfer_orders
) with (fillfactor = 80);

-- What the caller sent about people, and texts. Apart, so that it can be erased.
create table transfer_order_documents (
  customer_no text not null,
  order_id uuid not null,
  document jsonb not null,
  primary key (customer_no, order_id),
  foreign key (customer_no, order_id) references transfer_orders
);
