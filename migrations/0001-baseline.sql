-- The baseline of release 0.1.0: the whole schema of an environment. Later changes are migrations of their own; this file
-- does not change any more.
--
-- Every table of customers' data begins its key with customer_no. What is erased on request (people, addresses, texts)
-- stands in tables of its own: *_details, *_names, *_requestors.

-- ======== Commits, log, due work, idempotency ========

-- One row per customer, locked last by every transaction that changes something: it numbers the log, the movements and
-- package activity in the order in which they commit. The row is rewritten all the time, hence the free space beside it.
create table commit_counters (
  customer_no text primary key,
  last_seq bigint not null default 0,
  -- The version of what processes cache of the customer (its catalog, its clock). A transaction that relied on another
  -- version writes -1, which violates the check and rolls back (decision 16).
  cache_version bigint not null default 0 check (cache_version >= 0)
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
  data json,
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
  -- A step that fails comes due again later; so often it has failed.
  attempts smallint not null default 0,
  primary key (customer_no, due_at, step, subject)
);

-- A customer's clock: real time plus an offset. Only the test environment has rows with an offset.
create table customer_clocks (
  customer_no text primary key,
  offset_ms bigint not null default 0
);

-- One row per transaction, written in it under an id that the server chose beforehand: whether the transaction was committed
-- shows in this row when the connection was lost during COMMIT. Inserting the row from another connection waits for a
-- transaction that is still open, and keeps one that has not inserted its own from ever committing (`fenced`). Rows are
-- deleted once the server knows the outcome.
create table commit_markers (
  -- The first customer of the transaction, '' where it has none.
  customer_no text not null,
  id uuid not null,
  -- True when the transaction was found not to have been committed.
  fenced boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (customer_no, id)
);

-- Replies stored for 24 hours under the caller's Idempotency-Key (decision 6). The key is stored as an HMAC, so a copy of
-- the database does not reveal it. A request that cannot do its work in one transaction claims the key first: the claim
-- expires, so a request whose process has died does not lock the key.
create table idempotency_keys (
  customer_no text not null,
  operation text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  -- The request that works under the key, until when it alone may, and what it has saved for one that continues after it.
  claim uuid,
  claimed_until timestamptz,
  progress json,
  -- The stored reply; null while the work is going on.
  status int,
  reply json,
  created_at timestamptz not null default now(),
  -- The claim of the first run with this key and body: another run after a failure derives the same ids from it.
  first_claim uuid,
  primary key (customer_no, operation, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- ======== The operator's settings ========

-- Data that the operator keeps: warehouses, their cutoffs, inventory statuses, holidays (decision 8).
create table warehouses (
  code text primary key,
  city text not null,
  state text not null,
  zip_code text not null,
  time_zone text not null,
  working_days int[] not null,
  accepts_returns boolean not null
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
  allocatable_to_consumers boolean not null,
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
  allocatable_to_consumers boolean not null,
  bonded boolean not null,
  tax_paid boolean not null,
  returned boolean not null,
  damaged boolean not null,
  primary key (customer_no, code)
);
-- Days on which carriers do not deliver; the operator edits them (carrier holidays are not the federal ones).
create table carrier_holidays (
  day date primary key,
  name text not null
);
-- Operator data: why stock changes. Shown as the reference of the movement.
create table reason_codes (
  code text primary key check (code <> ''),
  description text not null,
  used_for text not null check (used_for in ('adjustment', 'status change', 'production')),
  -- what it may do to the stock
  direction text not null check (direction in ('in', 'out', 'both'))
);
insert into reason_codes (code, description, used_for, direction) values
  ('FOUND', 'Found in the warehouse', 'adjustment', 'in'),
  ('LOST', 'Cannot be found', 'adjustment', 'out'),
  ('BROKEN', 'Broken in the warehouse', 'adjustment', 'out'),
  ('DESTROYED', 'Destroyed at the customer''s request', 'adjustment', 'out'),
  ('SAMPLE', 'Taken as a sample', 'adjustment', 'out'),
  ('CORRECTION', 'An earlier posting was wrong', 'adjustment', 'both'),
  ('COUNT', 'Difference found by a count', 'adjustment', 'both'),
  ('TRANSFER-SHORT', 'Lost between two warehouses', 'adjustment', 'out'),
  ('TRANSFER-OVER', 'More arrived than had left the other warehouse', 'adjustment', 'in'),
  ('DAMAGED', 'Found damaged', 'status change', 'both'),
  ('RESTORED', 'Good after all, or repaired', 'status change', 'both'),
  ('RECLASSIFIED', 'Held under another status', 'status change', 'both'),
  ('PRODUCTION', 'Made from, or used for, a set', 'production', 'both');

-- ======== Customers and credentials ========

-- Customers and what proves that a caller may act for them. No secret is stored here, only HMACs under a key that the
-- database does not hold.
create table customers (
  customer_no text primary key,
  name text not null,
  -- defaults that fill what an order leaves out
  preferences jsonb not null default '{}',
  -- token buckets that differ from the deployment's
  rate_limits jsonb not null default '{}',
  -- under which it was created; its subject in the log
  reference uuid not null,
  created_at timestamptz not null default now()
);

-- Partners' users. One may act for several customers, so they belong to none.
create table api_users (
  user_key text primary key,
  -- whose it is, for the operator's eyes
  partner text not null,
  created_at timestamptz not null default now()
);

create table api_user_passwords (
  user_key text not null references api_users,
  password_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (user_key, password_id)
);
create index api_user_passwords_valid on api_user_passwords (user_key) where revoked_at is null;

-- For whom a user may act. `write` includes `read`.
create table memberships (
  customer_no text not null references customers,
  user_key text not null references api_users,
  rights text not null check (rights in ('read', 'write')),
  created_at timestamptz not null default now(),
  primary key (customer_no, user_key)
);
create index memberships_by_user on memberships (user_key);

create table access_tokens (
  customer_no text not null references customers,
  token_id uuid not null,
  hash bytea not null,
  -- null: never
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  -- a UserKey, `operator:NAME` or `system`
  created_by text not null,
  primary key (customer_no, token_id),
  unique (customer_no, hash)
);
-- Tokens that have run out are deleted in this order.
create index access_tokens_by_expiry on access_tokens (customer_no, expires_at) where expires_at is not null;

-- ======== Catalog ========

-- An item number belongs to its item for good: a retired one stays taken.
create table skus (
  customer_no text not null,
  item_no text not null,
  -- the reference that its creation answered; its subject in the log
  sku_id uuid not null,
  -- of the create request, when it was accepted (decision 6)
  content_hash bytea not null,
  category text not null check (category in ('Wine', 'MarketingMaterial', 'Merchandise', 'TastingFee', 'IcePack')),
  storage text not null check (storage in ('service', 'client', 'virtual')),
  description text not null,
  -- '' where nothing was sent
  vintage text not null,
  varietal text not null,
  -- a wine whose varietal was not on the list: for the operator to look at
  has_unknown_varietal boolean not null,
  appellation text not null,
  -- of one unit, in dollars
  value numeric not null check (value >= 0),
  -- per cent
  alcohol_by_volume numeric check (alcohol_by_volume between 0 and 100),
  upc_code text not null,
  uom text not null,
  -- units in a wholesale case
  bottles_per_case int check (bottles_per_case > 0),
  cases_per_pallet int check (cases_per_pallet > 0),
  classification text not null check (classification in ('', 'Still', 'Sparkling')),
  comments text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (customer_no, item_no)
);

-- Who asked for an item's creation or change, by the reference of that request. Apart, so that it can be erased.
create table sku_requestors (
  customer_no text not null,
  reference uuid not null,
  item_no text not null,
  first_name text not null,
  last_name text not null,
  email_address text not null,
  phone_number text not null,
  primary key (customer_no, reference),
  foreign key (customer_no, item_no) references skus
);

-- Known varietals (operator data). Others are accepted and flagged.
create table varietals (
  name text primary key
);
create unique index varietals_by_spelling on varietals (lower(name));

insert into varietals (name) values
  ('Aglianico'), ('Albariño'), ('Alicante Bouschet'), ('Aligoté'), ('Barbera'), ('Blaufränkisch'), ('Bordeaux Blend'),
  ('Cabernet Franc'), ('Cabernet Sauvignon'), ('Carignan'), ('Carignane'), ('Carménère'), ('Chardonnay'),
  ('Charbono'), ('Chenin Blanc'), ('Cinsault'), ('Colombard'), ('Counoise'), ('Dolcetto'), ('Field Blend'), ('Fiano'),
  ('Gamay'), ('Gamay Noir'), ('Garnacha'), ('Gewürztraminer'), ('Gewurztraminer'), ('Grenache'), ('Grenache Blanc'),
  ('Grüner Veltliner'), ('Gruner Veltliner'), ('Lagrein'), ('Malbec'), ('Malvasia'), ('Malvasia Bianca'), ('Marsanne'),
  ('Merlot'), ('Meritage'), ('Montepulciano'), ('Mourvèdre'), ('Mourvedre'), ('Müller-Thurgau'), ('Muscat'),
  ('Muscat Canelli'), ('Moscato'), ('Nebbiolo'), ('Negrette'), ('Nero d''Avola'), ('Orange Muscat'), ('Orange Wine'),
  ('Petit Verdot'), ('Petite Sirah'), ('Petite Syrah'), ('Picpoul Blanc'), ('Pinot Blanc'), ('Pinot Grigio'),
  ('Pinot Gris'), ('Pinot Meunier'), ('Pinot Noir'), ('Pinotage'), ('Port'), ('Primitivo'), ('Prosecco'), ('Red Blend'),
  ('Rhône Blend'), ('Rhone Blend'), ('Riesling'), ('Rosé'), ('Rose'), ('Rosé of Pinot Noir'), ('Rosé of Grenache'),
  ('Roussanne'), ('Sangiovese'), ('Sauvignon Blanc'), ('Sauvignon Gris'), ('Sémillon'), ('Semillon'), ('Sherry'),
  ('Shiraz'), ('Souzão'), ('Sparkling Blend'), ('Sparkling Rosé'), ('Sparkling Wine'), ('Sylvaner'), ('Syrah'),
  ('Tannat'), ('Tempranillo'), ('Teroldego'), ('Tinta Cão'), ('Tinta Roriz'), ('Tocai Friulano'), ('Torrontés'),
  ('Touriga Nacional'), ('Trebbiano'), ('Trousseau'), ('Trousseau Gris'), ('Valdiguié'), ('Verdejo'), ('Verdelho'),
  ('Vermentino'), ('Vidal Blanc'), ('Viognier'), ('White Blend'), ('Zinfandel'), ('Zweigelt');

-- ======== Stock ========

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
-- GetTransactions by reference: an order number, a CustomerReferenceNo or a reason code, in the order of commits.
create index movements_by_reference on movements (customer_no, reference, seq);

-- The name a shipment went to, shown by GetTransactions. Apart from the movements, so that it can be erased.
create table movement_names (
  customer_no text not null,
  subject uuid not null,
  ship_to_name text not null,
  primary key (customer_no, subject)
);

-- The demand queue: who wants what, and whether it is reserved for them. Rows live until the stock has left or the
-- document is canceled; history is in the log. One row per document, item and status: two lines of one item count
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

-- A cycle count. Its id is the reference under which it was opened.
create table counts (
  customer_no text not null,
  count_id uuid not null,
  warehouse text not null,
  status text not null check (status in ('OPEN', 'APPROVED', 'CANCELED')),
  -- what may be recorded; null: whatever is found
  items text[],
  inventory_statuses text[],
  -- on the customer's clock
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (customer_no, count_id),
  check ((closed_at is null) = (status = 'OPEN'))
) with (fillfactor = 80);

-- What is to be counted. What is expected is not kept here before it was counted: the count is blind.
create table count_lines (
  customer_no text not null,
  count_id uuid not null,
  warehouse text not null,
  item_no text not null,
  inventory_status text not null,
  is_open boolean not null default true,
  times_counted int not null default 0 check (times_counted >= 0),
  -- of the last time: what was found, and what the ledger said in that moment
  counted bigint check (counted >= 0),
  on_hand bigint,
  -- it agreed with the ledger, or twice differed by the same
  is_confirmed boolean not null default false,
  primary key (customer_no, count_id, item_no, inventory_status),
  foreign key (customer_no, count_id) references counts,
  check ((counted is null) = (times_counted = 0) and (on_hand is null) = (times_counted = 0)),
  check (not is_confirmed or times_counted > 0)
) with (fillfactor = 70);
-- Two counts of the same shelf would both post its difference.
create unique index count_lines_open on count_lines (customer_no, warehouse, item_no, inventory_status) where is_open;

-- ======== Rollups of movements ========

-- Rollups keep long history cheap: counts for pages, sums per day for past balances, opening balances per month. A job
-- derives them from the movements, so postings cost no more. Up to `movement_rollup_progress.rolled_up_to`
-- the rollups tell, from there on the movements themselves.

-- How far a customer's movements have been rolled up, and by which time zone's days.
create table movement_rollup_progress (
  customer_no text primary key,
  rolled_up_to bigint not null,
  -- the latest `at` of those movements; null when there are none
  last_posted_at timestamptz,
  time_zone text not null
) with (fillfactor = 70);

-- How many movements there are: what TotalRecordCount adds up, and where the page begins that skips so many. A block of level
-- n is 2 to the n commit numbers; a block of the next level holds eight. A month is one of `at`; `first_at` and `last_at`
-- bound `occurred_at`.
create table movement_counts (
  customer_no text not null,
  level smallint not null,
  block bigint not null,
  month date not null,
  warehouse text not null,
  status text not null,
  type text not null,
  count int not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (customer_no, level, block, month, warehouse, status, type)
) with (fillfactor = 80);

-- The same by item, in blocks of the coarsest level, with the sum of what moved.
create table movement_item_counts (
  customer_no text not null,
  item_no text not null,
  block bigint not null,
  month date not null,
  warehouse text not null,
  status text not null,
  type text not null,
  count int not null check (count > 0),
  quantity bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (customer_no, item_no, block, month, warehouse, status, type)
) with (fillfactor = 80);

-- What moved on a day of `occurred_at`. Kept when a month is detached: balances as of its days can still be told.
create table movement_days (
  customer_no text not null,
  month date not null,
  day date not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  quantity bigint not null,
  count int not null check (count > 0),
  primary key (customer_no, month, day, item_no, warehouse, status)
) with (fillfactor = 80);

-- What was on hand when a month began, by what had been posted until then. Nothing stands for none.
create table opening_balances (
  customer_no text not null,
  month date not null,
  item_no text not null,
  warehouse text not null,
  status text not null,
  quantity bigint not null check (quantity <> 0),
  primary key (customer_no, month, item_no, warehouse, status)
);

-- Months to which nothing is posted any more; whose partition may be, or has been, detached.
create table movement_months (
  month date primary key,
  closed_at timestamptz not null default now(),
  detached_at timestamptz
);

-- What the nightly verification found.
create table verify_runs (
  checked_at timestamptz primary key,
  seconds numeric not null,
  faults int not null
);

-- ======== Sales orders ========

-- Names by which callers know sales orders. A repeated create waits here, before any other lock, and finds which came
-- first.
create table sales_order_identities (
  customer_no text not null,
  -- 1: OrderNo and ShipmentKey of an order that is not canceled; 2: TransmissionId, for good
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
  -- written once and read as a whole: json, not jsonb
  lines json not null,
  -- why this warehouse, what was short
  allocation json,
  primary key (customer_no, order_id)
) with (fillfactor = 70);
create index sales_orders_canceled on sales_orders (customer_no, order_no) where status = 'CANCELED';

-- What the caller sent: people, addresses, texts. Apart, so that it can be erased.
create table sales_order_details (
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
-- Holds that end by themselves at a time.
create index sales_order_holds_by_end on sales_order_holds (customer_no, ends_at) where ends_at is not null;

-- ======== Standing rules ========

-- The operator's standing rules, which put holds on orders by themselves (decision 11). customer_no '*' stands for all
-- customers. A rule is never rewritten: it ends and another begins, so the tables tell who decided what and when.

-- Whether a state is open to an order type. Without a row every state is open; the most specific row decides.
create table license_rules (
  customer_no text not null,
  rule_id uuid not null,
  -- two letters
  state text not null,
  -- '*' for all
  order_type text not null,
  open boolean not null,
  set_at timestamptz not null default now(),
  set_by text not null,
  ended_at timestamptz,
  ended_by text,
  primary key (customer_no, rule_id)
);
create unique index license_rules_in_force on license_rules (customer_no, state, order_type) where ended_at is null;

-- Days on which nothing that heat, frost or a storm would spoil leaves for these states or areas.
create table weather_windows (
  customer_no text not null,
  -- the reference under which it was set
  rule_id uuid not null,
  states text[] not null,
  -- the first three digits of ZIP codes
  zip_prefixes text[] not null,
  from_day date not null,
  -- the last day on which it holds
  to_day date not null,
  -- codes of services, or of carriers with all their services
  exempt_services text[] not null,
  ice_pack_exempt boolean not null,
  note text not null,
  set_at timestamptz not null default now(),
  set_by text not null,
  ended_at timestamptz,
  ended_by text,
  primary key (customer_no, rule_id),
  check (from_day <= to_day)
);
create index weather_windows_in_force on weather_windows (to_day) where ended_at is null;

-- Customers whose orders wait until their account is settled.
create table credit_rules (
  customer_no text not null,
  rule_id uuid not null,
  note text not null,
  set_at timestamptz not null default now(),
  set_by text not null,
  ended_at timestamptz,
  ended_by text,
  primary key (customer_no, rule_id)
);
create unique index credit_rules_in_force on credit_rules (customer_no) where ended_at is null;

-- ======== Purchase orders ========

-- The name by which a customer knows a purchase order that is not canceled. A twin of a create waits here, before any
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
  ordered bigint not null check (ordered > 0),
  received bigint not null default 0 check (received >= 0),
  primary key (customer_no, order_id, line),
  foreign key (customer_no, order_id) references purchase_orders
) with (fillfactor = 80);

-- What the caller sent about people and addresses, and texts. Apart, so that it can be erased.
create table purchase_order_details (
  customer_no text not null,
  order_id uuid not null,
  document json not null,
  primary key (customer_no, order_id),
  foreign key (customer_no, order_id) references purchase_orders
);

-- References of later requests (updates, cancellation): they identify the purchase order, too.
create table purchase_order_references (
  customer_no text not null,
  reference uuid not null,
  order_id uuid not null,
  primary key (customer_no, reference),
  foreign key (customer_no, order_id) references purchase_orders
);

-- ======== Transfer orders ========

-- The name by which a customer knows a transfer order that is not canceled. A twin of a create waits here, before any
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
-- What transfer orders that have not departed will bring is promised to those who wait at their destination.
create index transfer_orders_not_departed on transfer_orders (customer_no) where status in ('OPEN', 'PICKING');

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
create table transfer_order_details (
  customer_no text not null,
  order_id uuid not null,
  document jsonb not null,
  primary key (customer_no, order_id),
  foreign key (customer_no, order_id) references transfer_orders
);

-- ======== Packages ========

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
  -- the page on which it can be followed, as the carrier gave it with the label; '' where there is none, and for will call
  tracking_url text not null default '',
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
  -- the commit number under which it appeared: what pages are ordered by, whatever happens to it later
  first_seq bigint not null,
  -- when something happened to it, all of it, on the customer's clock
  activity_at timestamptz[] not null default '{}',
  -- what is in it, by line of the order, in units
  items jsonb not null,
  primary key (customer_no, package_id)
) with (fillfactor = 60);
create unique index packages_by_order on packages (customer_no, order_id, package_no);
-- Within a block what is filtered is decided in the index, so that packages that do not match are not read.
create index packages_in_order
  on packages (customer_no, first_seq, carrier, coalesce(ship_date, requested_ship_date), last_activity_at);
-- A package with activity in a range was packed before its end and has its last activity after its beginning.
create index packages_by_activity on packages (customer_no, last_activity_at);
-- What has changed since the blocks were counted.
create index packages_by_change on packages (customer_no, activity_seq);

-- Counts for GetPackages (interface: Tracking/GetPackages): rollups of blocks of packages, so that neither a count nor a
-- page has to read every package. A job writes them (decision 24); until it has, reads look into the packages themselves.

-- All packages up to `blocks_to` (a `first_seq`) are in blocks, which are right as of commit number `counted_to`. A package
-- that has changed since has a higher `activity_seq`.
create table package_block_progress (
  customer_no text primary key,
  counted_to bigint not null,
  blocks_to bigint not null
) with (fillfactor = 70);

-- A block is a run of packages by `first_seq`, always the same ones; a row counts those of one carrier, and one
-- row with the carrier '' all of them.
create table package_blocks (
  customer_no text not null,
  -- the first and the last package of the block
  from_seq bigint not null,
  last_seq bigint not null,
  carrier text not null,
  count int not null check (count > 0),
  -- bounds of `packed_at`, of `last_activity_at`, and of the ship date, which is the requested one until the package leaves
  packed_first timestamptz not null,
  packed_last timestamptz not null,
  last_activity timestamptz not null,
  ship_first date not null,
  ship_last date not null,
  primary key (customer_no, from_seq, carrier)
);

-- ======== Shipping labels and JIT labels ========

-- A package whose label is wanted. The row is there before a carrier is called; what the carrier answered is recorded in
-- a transaction of its own. It holds no people: these stand in the order's details.
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
  -- the text of the last response
  last_response text not null default '',
  requested_at timestamptz not null,
  recorded_at timestamptz,
  primary key (customer_no, intent_id)
);
-- A package has one label that counts.
create unique index label_intents_active on label_intents (customer_no, order_id, package_no)
  where state in ('wanted', 'bought');
create index label_intents_by_order on label_intents (customer_no, order_id);
create index label_intents_due on label_intents (customer_no, due_at) where state in ('wanted', 'void_wanted');

-- Labels of JIT orders. An order has one for good; requested again it is drawn anew, with the same names.
create table jit_labels (
  customer_no text not null,
  -- carries the customer, so that a scan at the bench needs nothing else
  jit_label_id text not null,
  order_id uuid not null,
  -- of what was drawn last: an order that has changed since must not leave under the old sheet
  content_hash bytea not null,
  -- on the customer's clock
  generated_at timestamptz not null,
  -- when the bench scanned it
  scanned_at timestamptz,
  primary key (customer_no, jit_label_id),
  unique (customer_no, order_id)
);

-- ======== Carriers ========

-- Where carriers hold packages for the recipient and how long they take: the operator's, loaded from files by `dray import`
-- (docs/operating.md).
create table carrier_locations (
  carrier text not null check (carrier in ('FEX', 'UPS')),
  -- the carrier's own name for the place; what an order gives as LocationCode
  location_id text not null check (location_id <> ''),
  store_number text not null,
  location_type text not null,
  company_name text not null,
  street_lines text[] not null,
  city text not null,
  state text not null,
  zip_code text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  phone_number text not null,
  email_address text not null,
  operating_hours text[] not null,
  -- only these are ever returned
  is_alcohol_allowed boolean not null,
  primary key (carrier, location_id)
);

-- One row: grows with every change of the directory, so that processes know when to read it anew.
create table carrier_location_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into carrier_location_version (version) values (0);

-- Transit as the operator knows it; where there is no row, it is estimated by distance.
create table transit_times (
  origin_zip3 text not null check (origin_zip3 ~ '^[0-9]{3}$'),
  destination_zip3 text not null check (destination_zip3 ~ '^[0-9]{3}$'),
  service text not null,
  -- '*' for all carriers; a row of the carrier's own decides before it
  carrier text not null,
  -- working days of the carrier
  days integer not null check (days between 0 and 60),
  primary key (origin_zip3, destination_zip3, service, carrier)
);

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

-- ======== Returns ========

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
  -- a return that never arrives closes without a receipt
  constraint returns_receipt check (
    (received_at is null) = (received_seq is null)
    and case status when 'EXPECTED' then received_at is null when 'CLOSED' then true else received_at is not null end
  ),
  check ((closed_at is null) = (status <> 'CLOSED'))
) with (fillfactor = 80);
create unique index returns_by_announcement on returns (customer_no, announced_seq);
create index returns_by_order on returns (customer_no, order_id);
create index returns_by_order_no on returns (customer_no, order_no);
create index returns_by_receipt on returns (customer_no, received_at);

-- What was announced: each item and status once, in units of the item.
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
  unique (customer_no, return_id, item_no, shipped_status),
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
create table return_details (
  customer_no text not null,
  return_id uuid not null,
  document json not null,
  primary key (customer_no, return_id),
  foreign key (customer_no, return_id) references returns
);

-- Processes cache the operator's settings and reread them when the version has changed. One row. Triggers raise the version,
-- because operators also edit these tables by SQL.
create table operator_settings_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null,
  -- changes of transit_times alone, which may have a hundred thousand rows
  transit_version bigint not null
);
insert into operator_settings_version (version, transit_version) values (0, 0);

create function raise_operator_settings_version() returns trigger language plpgsql as $$
begin
  update operator_settings_version
     set version = version + 1, transit_version = transit_version + (tg_table_name = 'transit_times')::int;
  return null;
end
$$;

do $$
declare
  settings_table text;
begin
  foreach settings_table in array array[
    'warehouses', 'warehouse_cutoffs', 'warehouse_addresses', 'carrier_holidays', 'inventory_statuses',
    'customer_inventory_statuses', 'transit_times', 'carrier_rules', 'license_rules', 'weather_windows', 'credit_rules']
  loop
    execute format(
      'create trigger raise_version after insert or update or delete or truncate on %I
         for each statement execute function raise_operator_settings_version()', settings_table);
  end loop;
end
$$;
