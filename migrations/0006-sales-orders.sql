-- Sales orders. The names by which callers know them stand apart (identities): a twin of a create waits there, before
-- any other lock, and learns who came first.

create table sales_order_identities (
  customer_no text not null,
  -- 1: OrderNo and ShipmentKey of an order that is not cancelled; 2: TransmissionId, for good
  kind smallint not null,
  name text not null,
  shipment_key text not null,
  order_id uuid not null,
  primary key (customer_no, kind, name, shipment_key)
);

-- The order's id is the reference that its creation answered.
create table sales_orders (
  customer_no text not null,
  order_id uuid not null,
  order_no text not null,
  shipment_key text not null,
  order_type text not null,
  status text not null,
  -- of the create request, when it was accepted (decision 6)
  content_hash bytea not null,
  -- '' while none is named or chosen
  warehouse text not null,
  warehouse_named boolean not null,
  carrier text not null,
  service text not null,
  requested_ship_date date,
  ice_pack smallint not null,
  batch_id text not null,
  jit_label_id text,
  accepted_at timestamptz not null,
  queued_at timestamptz not null,
  -- the lines, in the domain's words
  lines jsonb not null,
  -- why this warehouse, what was short
  allocation jsonb,
  primary key (customer_no, order_id)
) with (fillfactor = 70);
create index sales_orders_cancelled on sales_orders (customer_no, order_no) where status = 'CANCELED';
create index sales_orders_by_jit_label on sales_orders (customer_no, jit_label_id) where jit_label_id is not null;

-- What the caller sent: people, addresses, texts. Apart, so that it can be erased.
create table sales_order_documents (
  customer_no text not null,
  order_id uuid not null,
  document json not null,
  primary key (customer_no, order_id)
) with (fillfactor = 90);

-- References answered for later changes of an order; each identifies it too.
create table sales_order_references (
  customer_no text not null,
  reference uuid not null,
  order_id uuid not null,
  primary key (customer_no, reference)
);

-- Holds in force. They stack; the log keeps those that ended.
create table sales_order_holds (
  customer_no text not null,
  order_id uuid not null,
  reason text not null check (reason in ('License', 'Address', 'Credit', 'Customer Service', 'Winery', 'Weather', 'Inventory')),
  owner text not null check (owner in ('customer', 'operator', 'system')),
  -- tells holds of one reason and owner apart (no items, no carrier)
  cause text not null,
  description text not null,
  placed_at timestamptz not null,
  ends_at timestamptz,
  primary key (customer_no, order_id, reason, owner, cause)
);
