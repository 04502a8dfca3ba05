-- Purchase orders: inbound inventory.

-- The name by which a customer knows a purchase order that is not cancelled. A twin of a create waits here, before any
-- other lock, and learns who came first; cancellation deletes the row and frees the name.
create table purchase_order_identities (
  customer_no text not null,
  customer_reference_no text not null,
  order_id uuid not null,
  primary key (customer_no, customer_reference_no)
);

-- The last PurchaseOrderNumber given to a customer.
create table purchase_order_counters (
  customer_no text primary key,
  last_number int not null
);

-- The purchase order's id is the reference that its creation answered.
create table purchase_orders (
  customer_no text not null,
  order_id uuid not null,
  customer_reference_no text not null,
  purchase_order_number text not null,
  status text not null
    check (status in ('OPEN', 'RECEIVING', 'PARTIALLY RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED')),
  -- of the create request, when it was accepted (decision 6)
  content_hash bytea not null,
  transport_method text not null check (transport_method in ('PICKUP', 'DROPOFF')),
  requested_date date not null,
  warehouse text not null,
  inventory_status text not null,
  reference_no text not null,
  created_at timestamptz not null,
  primary key (customer_no, order_id),
  unique (customer_no, purchase_order_number)
) with (fillfactor = 80);
create index purchase_orders_by_reference on purchase_orders (customer_no, customer_reference_no);

-- Lines as accepted, and what has arrived on each, in any status; over-receipts included.
create table purchase_order_lines (
  customer_no text not null,
  order_id uuid not null,
  line int not null check (line > 0),
  item_no text not null,
  item_description text not null,
  ordered int not null check (ordered > 0),
  received int not null default 0 check (received >= 0),
  primary key (customer_no, order_id, line),
  foreign key (customer_no, order_id) references purchase_orders
) with (fillfactor = 80);

-- What the caller sent about people and addresses, and texts. Apart, so that it can be erased.
create table purchase_order_documents (
  customer_no text not null,
  order_id uuid not null,
  document json not null,
  primary key (customer_no, order_id),
  foreign key (customer_no, order_id) references purchase_orders
);
