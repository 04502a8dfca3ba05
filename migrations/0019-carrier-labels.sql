-- Labels that are bought of carriers, each exactly once, and by which rules the operator chooses a carrier.

-- A package whose label is wanted. The row is there before a carrier is called; what the carrier answered is recorded in
-- a transaction of its own. It holds no people: these stand in the order's document.
create table label_intents (
  customer_no text not null,
  -- the carrier knows the package by it, and by the customer
  intent_id uuid not null,
  order_id uuid not null,
  package_no int not null,
  state text not null check (state in ('wanted', 'bought', 'refused', 'dropped', 'void_wanted', 'voided')),
  -- the package as it is to be
  plan jsonb not null,
  -- what the carrier calls the shipment, and the rate chosen: there before anything is paid
  shipment_id text,
  rate_id text,
  carrier text not null,
  service text not null,
  -- what was paid for
  tracking_no text,
  tracking_url text,
  label_url text,
  price numeric(10, 2),
  -- on real time: who works on it has it until then
  claimed_until timestamptz,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- what the carrier said last, in words
  last_answer text not null default '',
  wanted_at timestamptz not null,
  recorded_at timestamptz,
  primary key (customer_no, intent_id)
);
-- A package has one label that counts.
create unique index label_intents_in_force on label_intents (customer_no, order_id, package_no)
  where state in ('wanted', 'bought');
create index label_intents_by_order on label_intents (customer_no, order_id);
create index label_intents_due on label_intents (customer_no, due_at) where state in ('wanted', 'void_wanted');

-- The operator's rules for orders that leave the choice of the carrier to it, in the order of preference. Without a row
-- the program's own hold.
create table carrier_rules (
  rank int primary key,
  carrier text not null,
  -- '*': the service that was asked for
  service text not null default '*',
  from_miles int,
  to_miles int,
  -- MM-DD, both included; both or neither
  season_from text check (season_from ~ '^(0[1-9]|1[0-2])-[0-3][0-9]$'),
  season_to text check (season_to ~ '^(0[1-9]|1[0-2])-[0-3][0-9]$'),
  ice_pack boolean,
  -- two letters each
  states text[],
  max_price numeric(10, 2),
  max_transit_days int,
  check ((season_from is null) = (season_to is null))
);

-- From where a warehouse's packages travel, as carriers want it. Its city, state and ZIP code are the warehouse's.
create table warehouse_addresses (
  warehouse text primary key references warehouses,
  company text not null,
  street text not null,
  street2 text not null default '',
  phone text not null
);
