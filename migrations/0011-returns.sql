-- Returns: what comes back of a shipped sales order.

-- The last RMA number given to a customer.
create table return_counters (
  customer_no text primary key,
  last_number int not null
);

-- A return's id is the reference under which it was announced.
create table returns (
  customer_no text not null,
  return_id uuid not null,
  -- ours; it carries the customer, so that it can be scanned without one
  rma_number text not null,
  order_id uuid not null,
  -- the order's name, as the list is filtered by it
  order_no text not null,
  -- where it is expected, then where it was received
  warehouse text not null,
  status text not null
    check (status in ('EXPECTED', 'RECEIVED', 'INSPECTING', 'AWAITING DISPOSITION', 'CLOSED')),
  -- of the packages that come back, as they went out
  tracking_nos text[] not null,
  carrier text not null,
  service text not null,
  -- on the customer's clock
  announced_at timestamptz not null,
  received_at timestamptz,
  closed_at timestamptz,
  -- the commit numbers of its announcement and of its receipt: the order of the lists
  announced_seq bigint not null,
  received_seq bigint,
  primary key (customer_no, return_id),
  unique (customer_no, rma_number),
  foreign key (customer_no, order_id) references sales_orders,
  check ((received_at is null) = (status = 'EXPECTED') and (received_at is null) = (received_seq is null)),
  check ((closed_at is null) = (status <> 'CLOSED'))
) with (fillfactor = 80);
create unique index returns_by_announcement on returns (customer_no, announced_seq);
create index returns_by_order on returns (customer_no, order_id);
create index returns_by_order_no on returns (customer_no, order_no);
create index returns_by_receipt on returns (customer_no, received_at);

-- What was announced: each item once, in units of the item.
create table return_lines (
  customer_no text not null,
  return_id uuid not null,
  line int not null check (line > 0),
  item_no text not null,
  item_description text not null,
  uom text not null,
  -- the inventory status from which it had been shipped
  shipped_status text not null,
  expected bigint not null check (expected > 0),
  -- what was found of it stands in return_findings from then on
  is_inspected boolean not null default false,
  primary key (customer_no, return_id, line),
  unique (customer_no, return_id, item_no),
  foreign key (customer_no, return_id) references returns
) with (fillfactor = 80);

-- What the inspection found of a line, by condition, and what became of it.
create table return_findings (
  customer_no text not null,
  return_id uuid not null,
  line int not null,
  finding int not null check (finding > 0),
  quantity bigint not null check (quantity > 0),
  -- the condition, as an inventory status
  status text not null,
  disposition text check (disposition in ('Return to Winery', 'Reship', 'Return to Inventory')),
  -- the inventory status in which it was posted
  posted_status text,
  -- the sales order that sends it out again
  reship_order_id uuid,
  -- the commit number of its disposition: the order of lists by disposition
  disposed_seq bigint,
  primary key (customer_no, return_id, line, finding),
  foreign key (customer_no, return_id, line) references return_lines,
  check ((disposition is null) = (posted_status is null) and (disposition is null) = (disposed_seq is null)),
  check ((reship_order_id is null) = (disposition is distinct from 'Reship'))
) with (fillfactor = 80);
create index return_findings_by_disposition on return_findings (customer_no, disposition, disposed_seq)
  where disposition is not null;

-- What the caller wrote about the return. Apart, so that it can be erased; the recipient stands with the sales order.
create table return_documents (
  customer_no text not null,
  return_id uuid not null,
  document json not null,
  primary key (customer_no, return_id),
  foreign key (customer_no, return_id) references returns
);
