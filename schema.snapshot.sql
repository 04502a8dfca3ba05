table access_tokens
  created_at timestamp with time zone not null default now()
  created_by text not null
  customer_no text not null
  expires_at timestamp with time zone
  hash bytea not null
  revoked_at timestamp with time zone
  token_id uuid not null
  PRIMARY KEY (customer_no, token_id)
  UNIQUE (customer_no, hash)
  FOREIGN KEY (customer_no) REFERENCES customers(customer_no)
  CREATE INDEX access_tokens_by_expiry ON public.access_tokens USING btree (customer_no, expires_at) WHERE (expires_at IS NOT NULL)

table api_user_passwords
  created_at timestamp with time zone not null default now()
  hash bytea not null
  password_id uuid not null
  revoked_at timestamp with time zone
  user_key text not null
  PRIMARY KEY (user_key, password_id)
  FOREIGN KEY (user_key) REFERENCES api_users(user_key)
  CREATE INDEX api_user_passwords_valid ON public.api_user_passwords USING btree (user_key) WHERE (revoked_at IS NULL)

table api_users
  created_at timestamp with time zone not null default now()
  partner text not null
  user_key text not null
  PRIMARY KEY (user_key)

table balances with (fillfactor=50)
  back_ordered bigint not null default 0
  customer_no text not null
  expected bigint not null default 0
  first_seq bigint
  item_no text not null
  on_hand bigint not null default 0
  reserved bigint not null default 0
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, item_no, warehouse, status)
  CHECK (((reserved >= 0) AND (reserved <= on_hand)))
  CHECK ((back_ordered >= 0))
  CHECK ((expected >= 0))
  CHECK ((on_hand >= 0))

table carrier_holidays
  day date not null
  name text not null
  PRIMARY KEY (day)

table commit_counters with (fillfactor=10)
  customer_no text not null
  last_seq bigint not null default 0
  PRIMARY KEY (customer_no)

table customer_clocks
  customer_no text not null
  offset_ms bigint not null default 0
  PRIMARY KEY (customer_no)

table customer_inventory_statuses
  bonded boolean not null
  code text not null
  customer_no text not null
  damaged boolean not null
  description text not null
  drawn_by_consumer_orders boolean not null
  returned boolean not null
  sellable text not null
  tax_paid boolean not null
  PRIMARY KEY (customer_no, code)
  CHECK ((sellable = ANY (ARRAY['all'::text, 'wholesale'::text, 'none'::text])))

table customers
  created_at timestamp with time zone not null default now()
  customer_no text not null
  name text not null
  preferences jsonb not null default '{}'::jsonb
  rate_limits jsonb not null default '{}'::jsonb
  reference uuid not null
  PRIMARY KEY (customer_no)

table demands
  choices text[]
  customer_no text not null
  item_no text not null
  quantity bigint not null
  queued_at timestamp with time zone not null
  rank smallint not null
  state text not null
  status text not null
  subject uuid not null
  warehouse text not null
  PRIMARY KEY (customer_no, subject, item_no, status)
  CHECK ((quantity > 0))
  CHECK ((state = ANY (ARRAY['waiting'::text, 'reserved'::text, 'in_work'::text])))
  CREATE INDEX demands_waiting ON public.demands USING btree (customer_no, item_no, status, rank, queued_at) WHERE (state = 'waiting'::text)

table due_work
  attempts smallint not null default 0
  customer_no text not null
  data jsonb
  due_at timestamp with time zone not null
  step text not null
  subject uuid not null
  PRIMARY KEY (customer_no, due_at, step, subject)

table expectations
  customer_no text not null
  item_no text not null
  line integer not null
  ordered bigint not null
  received bigint not null default 0
  status text not null
  subject uuid not null
  warehouse text not null
  PRIMARY KEY (customer_no, subject, line)
  CHECK ((ordered > 0))
  CHECK ((received >= 0))
  CREATE INDEX expectations_by_item ON public.expectations USING btree (customer_no, item_no)

table idempotency_keys
  at timestamp with time zone not null default now()
  body_hash bytea not null
  customer_no text not null
  key text not null
  operation text not null
  reply json
  status integer
  PRIMARY KEY (customer_no, operation, key)
  CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (at)

table inventory_statuses
  bonded boolean not null
  code text not null
  damaged boolean not null
  description text not null
  drawn_by_consumer_orders boolean not null
  returned boolean not null
  sellable text not null
  tax_paid boolean not null
  PRIMARY KEY (code)
  CHECK ((sellable = ANY (ARRAY['all'::text, 'wholesale'::text, 'none'::text])))

table log partition by RANGE (at)
  actor text not null
  at timestamp with time zone not null default now()
  customer_no text not null
  data jsonb
  kind text not null
  occurred_at timestamp with time zone not null
  operation text not null
  reference uuid not null
  seq bigint not null
  subject uuid not null
  PRIMARY KEY (customer_no, seq, at)
  CREATE INDEX log_by_reference ON ONLY public.log USING btree (customer_no, reference) WHERE (reference <> subject)
  CREATE INDEX log_by_subject ON ONLY public.log USING btree (customer_no, subject, seq)

table memberships
  created_at timestamp with time zone not null default now()
  customer_no text not null
  rights text not null
  user_key text not null
  PRIMARY KEY (customer_no, user_key)
  FOREIGN KEY (customer_no) REFERENCES customers(customer_no)
  FOREIGN KEY (user_key) REFERENCES api_users(user_key)
  CHECK ((rights = ANY (ARRAY['read'::text, 'write'::text])))
  CREATE INDEX memberships_by_user ON public.memberships USING btree (user_key)

table movement_names
  customer_no text not null
  ship_to_name text not null
  subject uuid not null
  PRIMARY KEY (customer_no, subject)

table movements partition by RANGE (at)
  alcohol_percentage text not null default ''::text
  at timestamp with time zone not null default now()
  customer_no text not null
  item_description text not null
  item_no text not null
  item_unit text not null
  occurred_at timestamp with time zone not null
  order_type text not null default ''::text
  po_number text not null default ''::text
  quantity bigint not null
  reference text not null
  seq bigint not null
  status text not null
  subject uuid not null
  type text not null
  warehouse text not null
  PRIMARY KEY (customer_no, seq, at)
  CHECK ((quantity <> 0))
  CREATE INDEX movements_by_item ON ONLY public.movements USING btree (customer_no, item_no, seq)
  CREATE INDEX movements_by_subject ON ONLY public.movements USING btree (customer_no, subject)
  CREATE INDEX movements_by_time ON ONLY public.movements USING btree (customer_no, occurred_at, seq)

table packages with (fillfactor=60)
  activity_seq bigint not null
  carrier text not null
  carrier_at timestamp with time zone
  carrier_location text not null default ''::text
  carrier_message text not null default ''::text
  carrier_status text not null default ''::text
  customer_no text not null
  estimated_delivery_date date
  height_in numeric(6,2) not null
  items jsonb not null
  last_activity_at timestamp with time zone not null
  leg smallint not null default 0
  length_in numeric(6,2) not null
  order_id uuid not null
  package_id uuid not null
  package_no integer not null
  packed_at timestamp with time zone not null
  requested_ship_date date not null
  service text not null
  ship_date date
  status text not null
  tracking_no text not null
  warehouse text not null
  weight_lb numeric(8,2) not null
  width_in numeric(6,2) not null
  PRIMARY KEY (customer_no, package_id)
  CREATE UNIQUE INDEX packages_by_order ON public.packages USING btree (customer_no, order_id, package_no)

table purchase_order_counters
  customer_no text not null
  last_number integer not null
  PRIMARY KEY (customer_no)

table purchase_order_documents
  customer_no text not null
  document json not null
  order_id uuid not null
  PRIMARY KEY (customer_no, order_id)
  FOREIGN KEY (customer_no, order_id) REFERENCES purchase_orders(customer_no, order_id)

table purchase_order_identities
  customer_no text not null
  customer_reference_no text not null
  order_id uuid not null
  PRIMARY KEY (customer_no, customer_reference_no)

table purchase_order_lines with (fillfactor=80)
  customer_no text not null
  item_description text not null
  item_no text not null
  line integer not null
  order_id uuid not null
  ordered integer not null
  received integer not null default 0
  PRIMARY KEY (customer_no, order_id, line)
  FOREIGN KEY (customer_no, order_id) REFERENCES purchase_orders(customer_no, order_id)
  CHECK ((line > 0))
  CHECK ((ordered > 0))
  CHECK ((received >= 0))

table purchase_orders with (fillfactor=80)
  content_hash bytea not null
  created_at timestamp with time zone not null
  customer_no text not null
  customer_reference_no text not null
  inventory_status text not null
  order_id uuid not null
  purchase_order_number text not null
  reference_no text not null
  requested_date date not null
  status text not null
  transport_method text not null
  warehouse text not null
  PRIMARY KEY (customer_no, order_id)
  UNIQUE (customer_no, purchase_order_number)
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'RECEIVING'::text, 'PARTIALLY RECEIVED'::text, 'RECEIVED'::text, 'CLOSED'::text, 'CANCELED'::text])))
  CHECK ((transport_method = ANY (ARRAY['PICKUP'::text, 'DROPOFF'::text])))
  CREATE INDEX purchase_orders_by_reference ON public.purchase_orders USING btree (customer_no, customer_reference_no)

table sales_order_documents with (fillfactor=90)
  customer_no text not null
  document json not null
  order_id uuid not null
  PRIMARY KEY (customer_no, order_id)

table sales_order_holds
  cause text not null
  customer_no text not null
  description text not null
  ends_at timestamp with time zone
  order_id uuid not null
  owner text not null
  placed_at timestamp with time zone not null
  reason text not null
  PRIMARY KEY (customer_no, order_id, reason, owner, cause)
  CHECK ((owner = ANY (ARRAY['customer'::text, 'operator'::text, 'system'::text])))
  CHECK ((reason = ANY (ARRAY['License'::text, 'Address'::text, 'Credit'::text, 'Customer Service'::text, 'Winery'::text, 'Weather'::text, 'Inventory'::text])))

table sales_order_identities
  customer_no text not null
  kind smallint not null
  name text not null
  order_id uuid not null
  shipment_key text not null
  PRIMARY KEY (customer_no, kind, name, shipment_key)

table sales_order_references
  customer_no text not null
  order_id uuid not null
  reference uuid not null
  PRIMARY KEY (customer_no, reference)

table sales_orders with (fillfactor=70)
  accepted_at timestamp with time zone not null
  allocation jsonb
  batch_id text not null
  carrier text not null
  content_hash bytea not null
  customer_no text not null
  ice_pack smallint not null
  jit_label_id text
  lines jsonb not null
  order_id uuid not null
  order_no text not null
  order_type text not null
  queued_at timestamp with time zone not null
  requested_ship_date date
  service text not null
  shipment_key text not null
  status text not null
  warehouse text not null
  warehouse_named boolean not null
  PRIMARY KEY (customer_no, order_id)
  CREATE INDEX sales_orders_by_jit_label ON public.sales_orders USING btree (customer_no, jit_label_id) WHERE (jit_label_id IS NOT NULL)
  CREATE INDEX sales_orders_cancelled ON public.sales_orders USING btree (customer_no, order_no) WHERE (status = 'CANCELED'::text)

table sku_requestors
  customer_no text not null
  email_address text not null
  first_name text not null
  item_no text not null
  last_name text not null
  phone_number text not null
  reference uuid not null
  PRIMARY KEY (customer_no, reference)
  FOREIGN KEY (customer_no, item_no) REFERENCES skus(customer_no, item_no)

table skus
  alcohol_by_volume numeric
  appellation text not null
  bottles_per_case integer
  cases_per_pallet integer
  category text not null
  classification text not null
  comments text not null
  content_hash bytea not null
  created_at timestamp with time zone not null
  customer_no text not null
  description text not null
  item_no text not null
  retired_at timestamp with time zone
  sku_id uuid not null
  storage text not null
  uom text not null
  upc_code text not null
  value numeric not null
  varietal text not null
  varietal_flagged boolean not null
  vintage text not null
  PRIMARY KEY (customer_no, item_no)
  CHECK (((alcohol_by_volume >= (0)::numeric) AND (alcohol_by_volume <= (100)::numeric)))
  CHECK ((bottles_per_case > 0))
  CHECK ((cases_per_pallet > 0))
  CHECK ((category = ANY (ARRAY['Wine'::text, 'MarketingMaterial'::text, 'Merchandise'::text, 'TastingFee'::text, 'IcePack'::text])))
  CHECK ((classification = ANY (ARRAY[''::text, 'Still'::text, 'Sparkling'::text])))
  CHECK ((storage = ANY (ARRAY['service'::text, 'client'::text, 'virtual'::text])))
  CHECK ((value >= (0)::numeric))

table varietals
  name text not null
  PRIMARY KEY (name)
  CREATE UNIQUE INDEX varietals_by_spelling ON public.varietals USING btree (lower(name))

table warehouse_cutoffs
  carrier text not null
  cutoff text not null
  service text not null
  warehouse text not null
  PRIMARY KEY (warehouse, carrier, service)
  FOREIGN KEY (warehouse) REFERENCES warehouses(code)
  CHECK ((cutoff ~ '^[0-2][0-9]:[0-5][0-9]$'::text))

table warehouses
  city text not null
  code text not null
  state text not null
  takes_returns boolean not null
  time_zone text not null
  working_days integer[] not null
  zip_code text not null
  PRIMARY KEY (code)

CREATE OR REPLACE FUNCTION public.ensure_month(parent regclass, month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first date := date_trunc('month', month)::date;
  partition text := format('%s_%s', parent, to_char(first, 'YYYYMM'));
begin
  if to_regclass(partition) is null then
    execute format('create table if not exists %I partition of %s for values from (%L) to (%L)',
      partition, parent, first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
  end if;
end $function$
