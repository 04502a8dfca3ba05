-- Packages, and how often due work has failed.

-- A package of an order. Scans of it rewrite the row, hence the free space; no index holds what they change.
create table packages (
  customer_no text not null,
  package_id uuid not null,
  order_id uuid not null,
  -- from 1 within the order
  package_no int not null,
  -- 0 on the way out; each return begins one more
  leg smallint not null default 0,
  status text not null,
  -- chosen: never BSW
  carrier text not null,
  service text not null,
  -- '' for will call
  tracking_no text not null,
  warehouse text not null,
  requested_ship_date date not null,
  -- when it really left
  ship_date date,
  estimated_delivery_date date,
  weight_lb numeric(8, 2) not null,
  length_in numeric(6, 2) not null,
  width_in numeric(6, 2) not null,
  height_in numeric(6, 2) not null,
  -- the carrier event that counts; '' and null before the first
  carrier_status text not null default '',
  carrier_message text not null default '',
  carrier_at timestamptz,
  carrier_location text not null default '',
  -- on the customer's clock
  packed_at timestamptz not null,
  last_activity_at timestamptz not null,
  -- the commit number of its last activity
  activity_seq bigint not null,
  -- what is in it, by line of the order, in units
  items jsonb not null,
  primary key (customer_no, package_id)
) with (fillfactor = 60);
create unique index packages_by_order on packages (customer_no, order_id, package_no);

-- A step that fails is put aside: it comes due again later, and has failed so often.
alter table due_work add column attempts smallint not null default 0;
