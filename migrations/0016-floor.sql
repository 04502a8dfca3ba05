-- The floor, outbound (decision 42): worked warehouses, and the work on orders from release to departure.

-- In a worked warehouse people release, pack and ship the orders; in an automatic one they are started when they are due.
alter table warehouses add column is_worked boolean not null default false;

-- The work on an order of a worked warehouse, from its release on. Its boxes are those of the packing station.
create table floor_work (
  customer_no text not null,
  order_id uuid not null,
  -- as the order has them; they do not change while it is in work
  order_no text not null,
  shipment_key text not null,
  warehouse text not null,
  carrier text not null,
  state text not null check (state in ('released', 'picking', 'picked', 'short', 'packing', 'labeling', 'labeled',
                                       'staged', 'manifested', 'departed', 'problem', 'stopped')),
  wave_id uuid,
  manifest_id uuid,
  units int not null,
  lines int not null,
  -- raised when a person claims the order; earlier sessions end
  claim int not null default 0,
  -- who has it, until then on real time
  packer_id uuid,
  packer text not null default '',
  claimed_until timestamptz,
  boxes jsonb not null default '[]',
  tracking_nos text[] not null default '{}',
  -- why it is a problem, in the words of the carrier or of a person
  note text not null default '',
  -- on the customer's clock
  released_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_no, order_id)
) with (fillfactor = 70);
create index floor_work_by_state on floor_work (warehouse, state, customer_no, order_id) where state not in ('departed', 'stopped');
create index floor_work_by_wave on floor_work (wave_id) where wave_id is not null;
create index floor_work_by_manifest on floor_work (manifest_id) where manifest_id is not null;
create index floor_work_by_order_no on floor_work (order_no);
create index floor_work_by_shipment_key on floor_work (shipment_key) where shipment_key <> '';
create index floor_work_by_tracking_no on floor_work using gin (tracking_nos);

-- Scans at the packing station, each counted once by its id, and their verdicts. Scans of an order are deleted when its
-- packing begins anew.
create table floor_scans (
  customer_no text not null,
  order_id uuid not null,
  scan_id uuid not null,
  kind text not null check (kind in ('bottle', 'undo')),
  -- as it was read
  code text not null,
  -- 0 for a rejected scan, negative for one that was undone
  units int not null,
  verdict text not null,
  message text not null,
  person text not null,
  scanned_at timestamptz not null default now(),
  primary key (customer_no, order_id, scan_id)
);

-- Codes of items besides the UPC of the catalog: GTIN-14, or as they are read. Several wineries may use one code.
create table item_codes (
  customer_no text not null,
  code text not null,
  item_no text not null,
  -- units of the item that the code stands for: 12 for a case
  units int not null check (units between 1 and 10000),
  primary key (customer_no, code, item_no)
);
create index item_codes_of_item on item_codes (customer_no, item_no);

-- Of the operator, across customers: waves and manifests. Their orders name them.
create table floor_waves (
  wave_id uuid primary key,
  warehouse text not null,
  -- from 1 in the warehouse
  number int not null,
  name text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  unique (warehouse, number)
);

create table floor_manifests (
  manifest_id uuid primary key,
  warehouse text not null,
  carrier text not null,
  -- from 1 in the warehouse
  number int not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  departed_at timestamptz,
  departed_by text,
  unique (warehouse, number)
);
-- A carrier has one manifest that is still open.
create unique index floor_manifests_open on floor_manifests (warehouse, carrier) where departed_at is null;
