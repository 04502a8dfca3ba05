table access_tokens
  created_at timestamp with time zone not null default now()
  created_by text not null
  customer_no text not null
  expires_at timestamp with time zone
  hash bytea not null
  revoked_at timestamp with time zone
  scope text not null default 'write'::text
  token_id uuid not null
  PRIMARY KEY (customer_no, token_id)
  UNIQUE (customer_no, hash)
  FOREIGN KEY (customer_no) REFERENCES customers(customer_no)
  CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
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

table archived_receipts
  customer_no text not null
  month date not null
  occurred_at timestamp with time zone not null
  quantity bigint not null
  reason text not null
  subject uuid not null
  type text not null
  PRIMARY KEY (customer_no, month, subject, type, reason, occurred_at)
  CREATE INDEX archived_receipts_by_time ON public.archived_receipts USING btree (customer_no, occurred_at)

table balances with (fillfactor=50)
  back_ordered bigint not null default 0
  customer_no text not null
  expected bigint not null default 0
  first_seq bigint
  in_transit bigint not null default 0
  item_no text not null
  on_hand bigint not null default 0
  reserved bigint not null default 0
  sold_out_at timestamp with time zone
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, item_no, warehouse, status)
  FOREIGN KEY (warehouse) REFERENCES warehouses(code)
  CHECK (((in_transit >= 0) AND (in_transit <= expected)))
  CHECK (((reserved >= 0) AND (reserved <= on_hand)))
  CHECK ((back_ordered >= 0))
  CHECK ((on_hand >= 0))
  CREATE CONSTRAINT TRIGGER balances_existing_status AFTER INSERT ON public.balances NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION refuse_unknown_status()

table bin_contents
  changed_at timestamp with time zone not null default now()
  customer_no text not null
  item_no text not null
  location text not null
  quantity integer not null
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, warehouse, location, item_no, status)
  CHECK ((quantity >= 0))
  CREATE INDEX bin_contents_of_item ON public.bin_contents USING btree (customer_no, item_no, warehouse)
  CREATE INDEX bin_contents_of_location ON public.bin_contents USING btree (warehouse, location)

table bin_counts
  claimed bigint
  count_id uuid not null
  counted bigint
  counted_at timestamp with time zone
  customer_no text not null
  is_open boolean not null default true
  is_whole boolean not null default true
  item_no text not null
  location text not null
  person text not null default ''::text
  person_id uuid
  round integer not null default 1
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, count_id, location)
  CHECK ((((counted IS NULL) = (claimed IS NULL)) AND ((counted IS NULL) = (person_id IS NULL)) AND ((counted IS NULL) = (counted_at IS NULL))))
  CHECK ((claimed >= 0))
  CHECK ((counted >= 0))
  CHECK ((is_open OR (counted IS NOT NULL)))
  CHECK ((round > 0))
  CREATE INDEX bin_counts_of_item ON public.bin_counts USING btree (customer_no, item_no, warehouse, status, counted_at)
  CREATE INDEX bin_counts_open ON public.bin_counts USING btree (warehouse, location) WHERE is_open

table bin_moves
  customer_no text not null
  from_location text not null
  item_no text not null
  kind text not null
  move_id uuid not null
  moved_at timestamp with time zone not null default now()
  person text not null
  person_id uuid not null
  quantity integer not null
  status text not null
  to_location text not null
  warehouse text not null
  PRIMARY KEY (customer_no, move_id)
  CHECK ((((kind = 'put away'::text) = (from_location = ''::text)) AND (from_location <> to_location)))
  CHECK ((kind = ANY (ARRAY['put away'::text, 'move'::text, 'replenish'::text])))
  CHECK ((quantity > 0))
  CREATE INDEX bin_moves_of_item ON public.bin_moves USING btree (customer_no, item_no, warehouse, moved_at)

table bin_rules
  claimed_until timestamp with time zone
  customer_no text not null
  item_no text not null
  location text not null
  minimum integer not null
  person text not null default ''::text
  person_id uuid
  status text not null
  target integer not null
  warehouse text not null
  PRIMARY KEY (customer_no, warehouse, location, item_no, status)
  CHECK (((person_id IS NULL) = (claimed_until IS NULL)))
  CHECK ((minimum > 0))
  CHECK ((target >= minimum))
  CREATE INDEX bin_rules_of_warehouse ON public.bin_rules USING btree (warehouse, location)

table carrier_accounts
  carriers jsonb not null
  code text not null
  encrypted_key bytea not null
  encrypted_webhook_secret bytea
  for_customer text not null default ''::text
  is_enabled boolean not null
  key_ending text not null
  name text not null
  provider text not null
  warehouse text not null default ''::text
  webhook_secret_ending text not null default ''::text
  PRIMARY KEY (code)
  CHECK ((code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'::text))
  CHECK ((provider = 'easypost'::text))
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carrier_accounts FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table carrier_holidays
  day date not null
  name text not null
  PRIMARY KEY (day)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carrier_holidays FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table carrier_label_files
  customer_no text not null
  file bytea not null
  intent_id uuid not null
  kind text not null
  order_id uuid not null
  stored_at timestamp with time zone not null default now()
  PRIMARY KEY (customer_no, order_id, intent_id)
  CHECK ((kind = ANY (ARRAY['pdf'::text, 'png'::text])))
  CREATE INDEX carrier_label_files_by_age ON public.carrier_label_files USING btree (stored_at)

table carrier_location_version
  only_row boolean not null default true
  version bigint not null
  PRIMARY KEY (only_row)
  CHECK (only_row)

table carrier_locations
  carrier text not null
  city text not null
  company_name text not null
  email_address text not null
  is_alcohol_allowed boolean not null
  latitude double precision not null
  location_id text not null
  location_type text not null
  longitude double precision not null
  operating_hours text[] not null
  phone_number text not null
  state text not null
  store_number text not null
  street_lines text[] not null
  zip_code text not null
  PRIMARY KEY (carrier, location_id)
  CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)))
  CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)))
  CHECK ((carrier = ANY (ARRAY['FEX'::text, 'UPS'::text])))
  CHECK ((location_id <> ''::text))

table carrier_rules
  carrier text not null
  from_miles integer
  ice_pack boolean
  max_price numeric(10,2)
  max_transit_days integer
  rank integer not null
  season_from text
  season_to text
  service text not null default '*'::text
  states text[]
  to_miles integer
  PRIMARY KEY (rank)
  CHECK (((season_from IS NULL) = (season_to IS NULL)))
  CHECK ((season_from ~ '^(0[1-9]|1[0-2])-[0-3][0-9]$'::text))
  CHECK ((season_to ~ '^(0[1-9]|1[0-2])-[0-3][0-9]$'::text))
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carrier_rules FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table commit_counters with (fillfactor=10)
  cache_version bigint not null default 0
  customer_no text not null
  last_seq bigint not null default 0
  PRIMARY KEY (customer_no)
  CHECK ((cache_version >= 0))

table commit_markers
  created_at timestamp with time zone not null default now()
  customer_no text not null
  fenced boolean not null default false
  id uuid not null
  PRIMARY KEY (customer_no, id)

table count_lines with (fillfactor=70)
  count_id uuid not null
  counted bigint
  customer_no text not null
  inventory_status text not null
  is_confirmed boolean not null default false
  is_open boolean not null default true
  item_no text not null
  on_hand bigint
  times_counted integer not null default 0
  warehouse text not null
  PRIMARY KEY (customer_no, count_id, item_no, inventory_status)
  FOREIGN KEY (customer_no, count_id) REFERENCES counts(customer_no, count_id)
  CHECK ((((counted IS NULL) = (times_counted = 0)) AND ((on_hand IS NULL) = (times_counted = 0))))
  CHECK (((NOT is_confirmed) OR (times_counted > 0)))
  CHECK ((counted >= 0))
  CHECK ((times_counted >= 0))
  CREATE UNIQUE INDEX count_lines_open ON public.count_lines USING btree (customer_no, warehouse, item_no, inventory_status) WHERE is_open

table count_plans
  changed_at timestamp with time zone not null default now()
  days_a integer not null
  days_b integer not null
  days_c integer not null
  warehouse text not null
  PRIMARY KEY (warehouse)
  CHECK (((days_a >= 1) AND (days_a <= 3650)))
  CHECK (((days_b >= 1) AND (days_b <= 3650)))
  CHECK (((days_c >= 1) AND (days_c <= 3650)))

table count_sheets
  counted_at timestamp with time zone not null default now()
  lines jsonb not null
  location text not null
  person text not null
  person_id uuid not null
  reply jsonb not null
  sheet_id uuid not null
  warehouse text not null
  PRIMARY KEY (sheet_id)

table counts with (fillfactor=80)
  closed_at timestamp with time zone
  count_id uuid not null
  customer_no text not null
  inventory_statuses text[]
  items text[]
  open_warehouse text default 
CASE
    WHEN (status = 'OPEN'::text) THEN warehouse
    ELSE NULL::text
END
  opened_at timestamp with time zone not null
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, count_id)
  FOREIGN KEY (open_warehouse) REFERENCES warehouses(code)
  CHECK (((closed_at IS NULL) = (status = 'OPEN'::text)))
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'APPROVED'::text, 'CANCELED'::text])))
  CREATE INDEX counts_closed_at ON public.counts USING btree (warehouse, closed_at) WHERE (closed_at IS NOT NULL)
  CREATE INDEX counts_open_at ON public.counts USING btree (open_warehouse) WHERE (open_warehouse IS NOT NULL)

table credit_rules
  customer_no text not null
  ended_at timestamp with time zone
  ended_by text
  note text not null
  rule_id uuid not null
  set_at timestamp with time zone not null default now()
  set_by text not null
  PRIMARY KEY (customer_no, rule_id)
  CREATE UNIQUE INDEX credit_rules_in_force ON public.credit_rules USING btree (customer_no) WHERE (ended_at IS NULL)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.credit_rules FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

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
  tax_paid boolean not null
  PRIMARY KEY (customer_no, code)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.customer_inventory_statuses FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table customers
  created_at timestamp with time zone not null default now()
  customer_no text not null
  default_warehouse text default (preferences ->> 'defaultWarehouse'::text)
  name text not null
  preferences jsonb not null default '{}'::jsonb
  rate_limits jsonb not null default '{}'::jsonb
  reference uuid not null
  token_policy text
  PRIMARY KEY (customer_no)
  FOREIGN KEY (default_warehouse) REFERENCES warehouses(code)
  CHECK ((token_policy = ANY (ARRAY['required'::text, 'optional'::text])))

table demands
  choices text[]
  customer_no text not null
  is_packed boolean not null default false
  item_no text not null
  packed_at_warehouse text
  quantity bigint not null
  queued_at timestamp with time zone not null
  rank smallint not null
  state text not null
  status text not null
  statuses text[]
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
  in_transit boolean not null default false
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

table floor_manifests
  carrier text not null
  created_at timestamp with time zone not null default now()
  created_by text not null
  departed_at timestamp with time zone
  departed_by text
  manifest_id uuid not null
  missing_tracking_nos text[] not null default '{}'::text[]
  number integer not null
  warehouse text not null
  PRIMARY KEY (manifest_id)
  UNIQUE (warehouse, number)
  CREATE UNIQUE INDEX floor_manifests_open ON public.floor_manifests USING btree (warehouse, carrier) WHERE (departed_at IS NULL)

table floor_scans
  code text not null
  customer_no text not null
  kind text not null
  message text not null
  order_id uuid not null
  person text not null
  scan_id uuid not null
  scanned_at timestamp with time zone not null default now()
  units integer not null
  verdict text not null
  PRIMARY KEY (customer_no, order_id, scan_id)
  CHECK ((kind = ANY (ARRAY['bottle'::text, 'undo'::text])))
  CREATE INDEX floor_scans_by_time ON public.floor_scans USING btree (scanned_at)

table floor_schedules
  at_time text
  changed_by text not null
  claimed_until timestamp with time zone
  considered_until timestamp with time zone not null
  cutoff_carrier text
  cutoff_service text
  days integer[] not null
  filter jsonb not null
  last_run jsonb
  minutes_before integer
  name text not null
  run jsonb
  schedule_id uuid not null
  warehouse text not null
  wave_by text[] not null
  PRIMARY KEY (schedule_id)
  CHECK ((((minutes_before IS NULL) = (cutoff_carrier IS NULL)) AND ((minutes_before IS NULL) = (cutoff_service IS NULL))))
  CHECK (((at_time IS NULL) <> (minutes_before IS NULL)))
  CREATE INDEX floor_schedules_by_warehouse ON public.floor_schedules USING btree (warehouse, schedule_id)

table floor_waves
  created_at timestamp with time zone not null default now()
  created_by text not null
  name text not null
  number integer not null
  warehouse text not null
  wave_id uuid not null
  PRIMARY KEY (wave_id)
  UNIQUE (warehouse, number)

table floor_work with (fillfactor=70)
  bottles_aside jsonb
  boxes jsonb not null default '[]'::jsonb
  carrier text not null
  changed_at timestamp with time zone not null
  claim integer not null default 0
  claimed_until timestamp with time zone
  customer_no text not null
  is_repacked boolean not null default false
  left_behind_at timestamp with time zone
  lines integer not null
  manifest_id uuid
  note text not null default ''::text
  order_id uuid not null
  order_no text not null
  packer text not null default ''::text
  packer_id uuid
  pick_task_id uuid
  released_at timestamp with time zone not null
  shipment_key text not null
  state text not null
  tracking_nos text[] not null default '{}'::text[]
  units integer not null
  warehouse text not null
  wave_id uuid
  PRIMARY KEY (customer_no, order_id)
  CHECK ((state = ANY (ARRAY['released'::text, 'picking'::text, 'picked'::text, 'short'::text, 'packing'::text, 'labeling'::text, 'labeled'::text, 'staged'::text, 'manifested'::text, 'departed'::text, 'problem'::text, 'stopped'::text])))
  CREATE INDEX floor_work_by_manifest ON public.floor_work USING btree (manifest_id) WHERE (manifest_id IS NOT NULL)
  CREATE INDEX floor_work_by_order_no ON public.floor_work USING btree (order_no)
  CREATE INDEX floor_work_by_pick_task ON public.floor_work USING btree (pick_task_id) WHERE (pick_task_id IS NOT NULL)
  CREATE INDEX floor_work_by_shipment_key ON public.floor_work USING btree (shipment_key) WHERE (shipment_key <> ''::text)
  CREATE INDEX floor_work_by_state ON public.floor_work USING btree (warehouse, state, customer_no, order_id) WHERE (state <> ALL (ARRAY['departed'::text, 'stopped'::text]))
  CREATE INDEX floor_work_by_tracking_no ON public.floor_work USING gin (tracking_nos)
  CREATE INDEX floor_work_by_wave ON public.floor_work USING btree (wave_id) WHERE (wave_id IS NOT NULL)
  CREATE INDEX floor_work_left_behind ON public.floor_work USING btree (left_behind_at, order_id) WHERE (left_behind_at IS NOT NULL)
  CREATE INDEX floor_work_picked ON public.floor_work USING btree (warehouse, pick_task_id) WHERE ((pick_task_id IS NOT NULL) AND (state = ANY (ARRAY['picked'::text, 'short'::text, 'packing'::text])))
  CREATE INDEX floor_work_problems ON public.floor_work USING btree (customer_no, order_id) WHERE (state = 'problem'::text)

table idempotency_keys
  body_hash bytea not null
  claim uuid
  claimed_until timestamp with time zone
  created_at timestamp with time zone not null default now()
  customer_no text not null
  first_claim uuid
  key_hash bytea not null
  operation text not null
  progress json
  reply json
  status integer
  PRIMARY KEY (customer_no, operation, key_hash)
  CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at)

table inventory_statuses
  allocatable_to_consumers boolean not null
  bonded boolean not null
  code text not null
  damaged boolean not null
  description text not null
  returned boolean not null
  tax_paid boolean not null
  PRIMARY KEY (code)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.inventory_statuses FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table item_codes
  code text not null
  customer_no text not null
  item_no text not null
  units integer not null
  PRIMARY KEY (customer_no, code, item_no)
  CHECK (((units >= 1) AND (units <= 10000)))
  CREATE INDEX item_codes_by_code ON public.item_codes USING btree (code)
  CREATE INDEX item_codes_of_item ON public.item_codes USING btree (customer_no, item_no)

table jit_labels
  content_hash bytea not null
  customer_no text not null
  generated_at timestamp with time zone not null
  jit_label_id text not null
  order_id uuid not null
  scanned_at timestamp with time zone
  PRIMARY KEY (customer_no, jit_label_id)
  UNIQUE (customer_no, order_id)

table label_intents
  attempts smallint not null default 0
  carrier text not null
  carrier_account text
  claimed_until timestamp with time zone
  customer_no text not null
  due_at timestamp with time zone not null default now()
  intent_id uuid not null
  label_url text
  last_response text not null default ''::text
  left_acknowledged_at timestamp with time zone
  left_early_at timestamp with time zone
  left_stopped_at timestamp with time zone
  left_voided_at timestamp with time zone
  look_up_at timestamp with time zone
  order_id uuid not null
  package_no integer not null
  plan jsonb not null
  price numeric(10,2)
  rate_id text
  recorded_at timestamp with time zone
  requested_at timestamp with time zone not null
  service text not null
  shipment_id text
  state text not null
  through text not null default ''::text
  tracking_no text
  tracking_url text
  PRIMARY KEY (customer_no, intent_id)
  CHECK ((state = ANY (ARRAY['wanted'::text, 'bought'::text, 'refused'::text, 'dropped'::text, 'void_wanted'::text, 'voided'::text, 'void_refused'::text]))) NOT VALID
  CREATE INDEX label_intents_by_order ON public.label_intents USING btree (customer_no, order_id)
  CREATE INDEX label_intents_by_shipment ON public.label_intents USING btree (shipment_id) WHERE (shipment_id IS NOT NULL)
  CREATE INDEX label_intents_by_voided_tracking_no ON public.label_intents USING btree (tracking_no) WHERE ((tracking_no IS NOT NULL) AND (state = ANY (ARRAY['void_wanted'::text, 'voided'::text, 'void_refused'::text])))
  CREATE INDEX label_intents_due ON public.label_intents USING btree (customer_no, due_at) WHERE (state = ANY (ARRAY['wanted'::text, 'void_wanted'::text]))
  CREATE INDEX label_intents_left_early ON public.label_intents USING btree (left_early_at, intent_id) WHERE (left_early_at IS NOT NULL)
  CREATE INDEX label_intents_left_stopped ON public.label_intents USING btree (left_stopped_at, intent_id) WHERE (left_stopped_at IS NOT NULL)
  CREATE INDEX label_intents_left_voided ON public.label_intents USING btree (left_voided_at, intent_id) WHERE (left_voided_at IS NOT NULL)
  CREATE INDEX label_intents_look_up ON public.label_intents USING btree (customer_no, look_up_at) WHERE (look_up_at IS NOT NULL)
  CREATE UNIQUE INDEX label_intents_active ON public.label_intents USING btree (customer_no, order_id, package_no) WHERE (state = ANY (ARRAY['wanted'::text, 'bought'::text]))

table license_rules
  customer_no text not null
  ended_at timestamp with time zone
  ended_by text
  open boolean not null
  order_type text not null
  rule_id uuid not null
  set_at timestamp with time zone not null default now()
  set_by text not null
  state text not null
  PRIMARY KEY (customer_no, rule_id)
  CREATE UNIQUE INDEX license_rules_in_force ON public.license_rules USING btree (customer_no, state, order_type) WHERE (ended_at IS NULL)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.license_rules FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table locations
  capacity integer not null default 0
  changed_at timestamp with time zone not null default now()
  kind text not null
  location text not null
  walk_order integer not null
  warehouse text not null
  zone text not null default ''::text
  PRIMARY KEY (warehouse, location)
  CHECK (((capacity >= 0) AND (capacity <= 1000000)))
  CHECK (((walk_order >= 0) AND (walk_order <= 10000000)))
  CHECK ((kind = ANY (ARRAY['pick'::text, 'reserve'::text, 'tote'::text])))
  CREATE INDEX locations_in_walk_order ON public.locations USING btree (warehouse, walk_order, location)
  CREATE INDEX locations_weight_like_totes ON public.locations USING btree (warehouse, location) WHERE ((kind = 'tote'::text) AND (location ~ '^[0-9]{1,3}([.][0-9]{0,2})?$'::text))

table log partition by RANGE (at)
  actor text not null
  at timestamp with time zone not null default now()
  customer_no text not null
  data json
  kind text not null
  occurred_at timestamp with time zone not null
  operation text not null
  reference uuid not null
  seq bigint not null
  subject uuid not null
  PRIMARY KEY (customer_no, seq, at)
  CREATE INDEX log_by_reference ON ONLY public.log USING btree (customer_no, reference) WHERE (reference <> subject)
  CREATE INDEX log_by_subject ON ONLY public.log USING btree (customer_no, subject, seq)
  CREATE INDEX log_rejections ON ONLY public.log USING btree (at, seq, customer_no) WHERE (kind = 'request.rejected'::text)
  CREATE INDEX log_rejections_by_customer ON ONLY public.log USING btree (customer_no, at, seq) WHERE (kind = 'request.rejected'::text)
  CREATE INDEX log_rejections_by_user ON ONLY public.log USING btree (actor, at, seq, customer_no) WHERE (kind = 'request.rejected'::text)

table log_cursors with (fillfactor=50)
  advanced_at timestamp with time zone not null default now()
  backfill_after uuid
  backfill_since timestamp with time zone
  customer_no text not null
  reader text not null
  seq bigint not null
  PRIMARY KEY (customer_no, reader)

table manifest_forms
  attempts smallint not null default 0
  carrier_form_id text
  claimed_until timestamp with time zone
  due_at timestamp with time zone not null default now()
  file bytea
  file_kind text
  form_id uuid not null
  left_out integer not null default 0
  manifest_id uuid not null
  message text not null default ''::text
  recorded_at timestamp with time zone
  requested_at timestamp with time zone not null default now()
  shipments text[] not null
  state text not null
  through text not null default ''::text
  PRIMARY KEY (form_id)
  CHECK ((((state = 'made'::text) = (file IS NOT NULL)) AND ((file IS NULL) = (file_kind IS NULL))))
  CHECK ((file_kind = ANY (ARRAY['pdf'::text, 'png'::text])))
  CHECK ((state = ANY (ARRAY['pending'::text, 'made'::text, 'refused'::text])))
  CREATE INDEX manifest_forms_by_manifest ON public.manifest_forms USING btree (manifest_id)
  CREATE INDEX manifest_forms_by_shipment ON public.manifest_forms USING gin (shipments)
  CREATE INDEX manifest_forms_due ON public.manifest_forms USING btree (due_at) WHERE (state = 'pending'::text)

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

table movement_counts with (fillfactor=80)
  block bigint not null
  count integer not null
  customer_no text not null
  first_at timestamp with time zone not null
  last_at timestamp with time zone not null
  level smallint not null
  month date not null
  status text not null
  type text not null
  warehouse text not null
  PRIMARY KEY (customer_no, level, block, month, warehouse, status, type)
  CHECK ((count > 0))

table movement_days with (fillfactor=80)
  count integer not null
  customer_no text not null
  day date not null
  item_no text not null
  month date not null
  quantity bigint not null
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, month, day, item_no, warehouse, status)
  CHECK ((count > 0))

table movement_item_counts with (fillfactor=80)
  block bigint not null
  count integer not null
  customer_no text not null
  first_at timestamp with time zone not null
  item_no text not null
  last_at timestamp with time zone not null
  month date not null
  quantity bigint not null
  status text not null
  type text not null
  warehouse text not null
  PRIMARY KEY (customer_no, item_no, block, month, warehouse, status, type)
  CHECK ((count > 0))

table movement_months
  closed_at timestamp with time zone not null default now()
  detached_at timestamp with time zone
  month date not null
  PRIMARY KEY (month)

table movement_names
  customer_no text not null
  ship_to_name text not null
  subject uuid not null
  PRIMARY KEY (customer_no, subject)

table movement_rollup_progress with (fillfactor=70)
  customer_no text not null
  last_posted_at timestamp with time zone
  rolled_up_to bigint not null
  time_zone text not null
  totals_up_to bigint not null default 0
  PRIMARY KEY (customer_no)

table movement_totals with (fillfactor=80)
  count integer not null
  customer_no text not null
  day date not null
  month date not null
  quantity bigint not null
  PRIMARY KEY (customer_no, month, day)
  CHECK ((count > 0))

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
  CREATE INDEX movements_by_reference ON ONLY public.movements USING btree (customer_no, reference, seq)
  CREATE INDEX movements_by_subject ON ONLY public.movements USING btree (customer_no, subject)
  CREATE INDEX movements_by_time ON ONLY public.movements USING btree (customer_no, occurred_at, seq)
  CREATE INDEX movements_received ON ONLY public.movements USING btree (customer_no, occurred_at) INCLUDE (type, subject, quantity) WHERE (type = ANY (ARRAY['Purchase Order'::text, 'Transfer In'::text]))

table opening_balances
  customer_no text not null
  item_no text not null
  month date not null
  quantity bigint not null
  status text not null
  warehouse text not null
  PRIMARY KEY (customer_no, month, item_no, warehouse, status)
  CHECK ((quantity <> 0))

table operator_audit
  action text not null
  actor text not null
  after jsonb
  audit_id uuid not null
  before jsonb
  for_customer text
  operation text not null
  operator_id uuid
  recorded_at timestamp with time zone not null default now()
  reference uuid not null
  subject text not null
  PRIMARY KEY (audit_id)
  CREATE INDEX operator_audit_by_action ON public.operator_audit USING btree (action, audit_id)
  CREATE INDEX operator_audit_by_customer ON public.operator_audit USING btree (for_customer, audit_id) WHERE (for_customer IS NOT NULL)
  CREATE INDEX operator_audit_by_operator ON public.operator_audit USING btree (operator_id, audit_id)
  CREATE INDEX operator_audit_by_subject ON public.operator_audit USING btree (subject, audit_id)
  CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.operator_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.operator_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()

table operator_recovery_codes
  code_hash bytea not null
  operator_id uuid not null
  PRIMARY KEY (operator_id, code_hash)
  FOREIGN KEY (operator_id) REFERENCES operators(operator_id) ON DELETE CASCADE

table operator_sessions
  created_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  idle_timeout interval not null
  last_used_at timestamp with time zone not null default now()
  operator_id uuid not null
  person_id uuid
  person_until timestamp with time zone
  secret_hash bytea not null
  session_id uuid not null
  PRIMARY KEY (session_id)
  UNIQUE (secret_hash)
  FOREIGN KEY (operator_id) REFERENCES operators(operator_id) ON DELETE CASCADE
  FOREIGN KEY (person_id) REFERENCES operators(operator_id) ON DELETE CASCADE
  CREATE INDEX operator_sessions_expiry ON public.operator_sessions USING btree (expires_at)
  CREATE INDEX operator_sessions_of ON public.operator_sessions USING btree (operator_id)
  CREATE INDEX operator_sessions_of_person ON public.operator_sessions USING btree (person_id) WHERE (person_id IS NOT NULL)

table operator_settings_version
  only_row boolean not null default true
  transit_version bigint not null
  version bigint not null
  PRIMARY KEY (only_row)
  CHECK (only_row)

table operator_sign_in_failures
  failures integer not null
  last_at timestamp with time zone not null default now()
  locked_until timestamp with time zone
  subject_hash bytea not null
  PRIMARY KEY (subject_hash)
  CREATE INDEX operator_sign_in_failures_age ON public.operator_sign_in_failures USING btree (last_at)

table operators
  badge text
  created_at timestamp with time zone not null default now()
  disabled_at timestamp with time zone
  email text not null
  is_station boolean not null default false
  operator_id uuid not null
  password_changed_at timestamp with time zone not null default now()
  password_hash text
  pin_hash text
  role text not null
  totp_confirmed_at timestamp with time zone
  totp_last_step bigint not null default 0
  totp_secret bytea
  warehouses text[] not null default '{}'::text[]
  PRIMARY KEY (operator_id)
  UNIQUE (badge)
  UNIQUE (email)
  CHECK ((role = ANY (ARRAY['floor'::text, 'lead'::text, 'service'::text, 'admin'::text])))

table order_index with (fillfactor=80)
  accepted_at timestamp with time zone not null
  adult_boxes integer not null default 0
  carrier text not null
  city text not null
  country text not null
  customer_no text not null
  has_ice_pack boolean not null default false
  hold_reasons text[] not null
  is_unshipped boolean not null default (status <> ALL (ARRAY['SHIPPED'::text, 'CANCELED'::text]))
  lines integer not null
  order_id uuid not null
  order_no text not null
  order_type text not null
  recipient_email text not null default ''::text
  recipient_name text not null
  recipient_phone text not null default ''::text
  service text not null
  ship_by timestamp with time zone
  ship_date date
  shipment_key text not null
  shipped_boxes integer not null default 0
  shipped_units bigint not null default 0
  short bigint not null
  stage text not null default 
CASE
    WHEN (status = 'RECEIVED'::text) THEN 'to release'::text
    WHEN (status ~~ 'ON %'::text) THEN 'held'::text
    WHEN (status = 'PROCESSING ORDER'::text) THEN 'processing'::text
    WHEN (status = 'SHIPPED'::text) THEN 'shipped'::text
    WHEN (status = 'CANCELED'::text) THEN 'canceled'::text
    ELSE 'exception'::text
END
  state text not null
  status text not null
  tracking_nos text[] not null
  units bigint not null
  warehouse text not null
  zip_code text not null
  PRIMARY KEY (customer_no, order_id)
  CREATE INDEX order_index_activity ON public.order_index USING btree (customer_no, ship_date) INCLUDE (order_type, shipped_boxes, shipped_units, adult_boxes, has_ice_pack) WHERE (status = 'SHIPPED'::text)
  CREATE INDEX order_index_attention ON public.order_index USING btree (accepted_at, order_id) WHERE (is_unshipped AND ((hold_reasons && '{Address,"Customer Service"}'::text[]) OR (stage = 'exception'::text)))
  CREATE INDEX order_index_by_acceptance ON public.order_index USING btree (accepted_at, order_id, stage, warehouse, carrier, order_type)
  CREATE INDEX order_index_by_customer ON public.order_index USING btree (customer_no, accepted_at, order_id, stage, warehouse, carrier, order_type)
  CREATE INDEX order_index_by_email ON public.order_index USING btree (recipient_email COLLATE "C", accepted_at DESC, order_id DESC) WHERE (recipient_email <> ''::text)
  CREATE INDEX order_index_by_name ON public.order_index USING btree (lower(recipient_name) COLLATE "C") WHERE (recipient_name <> ''::text)
  CREATE INDEX order_index_by_name_part ON public.order_index USING gin (lower(recipient_name) gin_trgm_ops)
  CREATE INDEX order_index_by_number ON public.order_index USING btree (lower(order_no) COLLATE "C", accepted_at, order_id) INCLUDE (order_no, customer_no, warehouse)
  CREATE INDEX order_index_by_number_end ON public.order_index USING btree (reverse(lower(order_no)) COLLATE "C", accepted_at, order_id) INCLUDE (order_no, customer_no, warehouse)
  CREATE INDEX order_index_by_phone_end ON public.order_index USING btree ("right"(recipient_phone, 7), accepted_at DESC, order_id DESC) WHERE (recipient_phone <> ''::text)
  CREATE INDEX order_index_by_ship_by ON public.order_index USING btree (ship_by) WHERE is_unshipped
  CREATE INDEX order_index_by_stage ON public.order_index USING btree (stage, accepted_at, order_id, warehouse, carrier, order_type)
  CREATE INDEX order_index_by_tracking ON public.order_index USING gin (tracking_nos)
  CREATE INDEX order_index_by_type ON public.order_index USING btree (order_type, accepted_at, order_id, stage, warehouse, carrier)
  CREATE INDEX order_index_by_warehouse ON public.order_index USING btree (warehouse, accepted_at, order_id, stage, carrier, order_type)
  CREATE INDEX order_index_held ON public.order_index USING btree (accepted_at, order_id) WHERE (hold_reasons <> '{}'::text[])
  CREATE INDEX order_index_shipped ON public.order_index USING btree (ship_date) WHERE ((status = 'SHIPPED'::text) AND (shipped_boxes > 0))
  CREATE INDEX order_index_short ON public.order_index USING btree (accepted_at, order_id) WHERE (is_unshipped AND (short > 0))
  CREATE INDEX order_index_unshipped ON public.order_index USING btree (accepted_at, order_id) WHERE is_unshipped

table package_block_progress with (fillfactor=70)
  blocks_to bigint not null
  counted_to bigint not null
  customer_no text not null
  PRIMARY KEY (customer_no)

table package_blocks
  carrier text not null
  count integer not null
  customer_no text not null
  from_seq bigint not null
  last_activity timestamp with time zone not null
  last_seq bigint not null
  packed_first timestamp with time zone not null
  packed_last timestamp with time zone not null
  ship_first date not null
  ship_last date not null
  PRIMARY KEY (customer_no, from_seq, carrier)
  CHECK ((count > 0))

table packages with (fillfactor=60)
  activity_at timestamp with time zone[] not null default '{}'::timestamp with time zone[]
  activity_seq bigint not null
  carrier text not null
  carrier_at timestamp with time zone
  carrier_location text not null default ''::text
  carrier_message text not null default ''::text
  carrier_status text not null default ''::text
  customer_no text not null
  estimated_delivery_date date
  first_seq bigint not null
  height_in numeric(6,2) not null
  items jsonb not null
  last_activity_at timestamp with time zone not null
  leg smallint not null default 0
  length_in numeric(6,2) not null
  missing_since timestamp with time zone
  order_id uuid not null
  package_id uuid not null
  package_no integer not null
  packed_at timestamp with time zone not null
  requested_ship_date date not null
  service text not null
  ship_date date
  status text not null
  stayed_at timestamp with time zone
  tracking_no text not null
  tracking_url text not null default ''::text
  warehouse text not null
  weight_lb numeric(8,2) not null
  width_in numeric(6,2) not null
  PRIMARY KEY (customer_no, package_id)
  CREATE INDEX packages_by_activity ON public.packages USING btree (customer_no, last_activity_at)
  CREATE INDEX packages_by_canceled_tracking_no ON public.packages USING btree (tracking_no) WHERE ((status = 'CANCELED'::text) AND (tracking_no <> ''::text))
  CREATE INDEX packages_by_change ON public.packages USING btree (customer_no, activity_seq)
  CREATE INDEX packages_in_order ON public.packages USING btree (customer_no, first_seq, carrier, COALESCE(ship_date, requested_ship_date), last_activity_at)
  CREATE INDEX packages_in_trouble ON public.packages USING btree (last_activity_at, package_id) WHERE (status = ANY (ARRAY['RETURNED'::text, 'DAMAGED'::text, 'EXCEPTION'::text]))
  CREATE INDEX packages_missing_bottles ON public.packages USING btree (missing_since, package_id) WHERE (missing_since IS NOT NULL)
  CREATE INDEX packages_never_scanned ON public.packages USING btree (last_activity_at, package_id) WHERE (status = 'SHIPPED'::text)
  CREATE INDEX packages_stayed ON public.packages USING btree (stayed_at, package_id) WHERE ((stayed_at IS NOT NULL) AND (status = 'READY TO SHIP'::text))
  CREATE UNIQUE INDEX packages_by_order ON public.packages USING btree (customer_no, order_id, package_no)

table packing_rules
  format text not null
  shipper text not null
  step integer not null
  up_to integer
  warehouse text not null
  PRIMARY KEY (warehouse, format, step)
  FOREIGN KEY (shipper) REFERENCES shippers(code)
  CHECK (((up_to >= 1) AND (up_to <= 48)))
  CHECK (((up_to IS NOT NULL) OR (format = 'large'::text)))
  CHECK ((format = ANY (ARRAY['standard'::text, 'magnum'::text, 'large'::text])))
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.packing_rules FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table photos
  customer_no text not null
  height integer not null
  image bytea
  input_hash bytea not null
  inventory_status text not null default ''::text
  item_no text not null default ''::text
  location text
  photo_id uuid not null
  size_bytes integer not null
  step_id uuid
  stored_at timestamp with time zone
  subject_id uuid
  subject_kind text
  taken_by text not null
  thumbnail bytea
  uploaded_at timestamp with time zone not null default now()
  warehouse text not null
  width integer not null
  PRIMARY KEY (customer_no, photo_id)
  CHECK ((((image IS NULL) = (location IS NOT NULL)) AND ((thumbnail IS NULL) = (location IS NOT NULL))))
  CHECK ((((subject_kind IS NULL) = (subject_id IS NULL)) AND ((subject_id IS NULL) = (step_id IS NULL))))
  CHECK (((subject_id IS NULL) OR (stored_at IS NOT NULL)))
  CHECK ((subject_kind = ANY (ARRAY['receipt'::text, 'return'::text])))
  CREATE INDEX photos_of_subject ON public.photos USING btree (customer_no, subject_id) WHERE (subject_id IS NOT NULL)
  CREATE INDEX photos_unused ON public.photos USING btree (uploaded_at) WHERE (subject_id IS NULL)

table pick_parts
  customer_no text not null
  picks jsonb not null default '[]'::jsonb
  shorts jsonb not null default '[]'::jsonb
  stop jsonb
  task_id uuid not null
  PRIMARY KEY (customer_no, task_id)
  CREATE INDEX pick_parts_of_task ON public.pick_parts USING btree (task_id)

table pick_scans
  code text not null
  customer_no text not null
  kind text not null
  message text not null
  person text not null
  scan_id uuid not null
  scanned_at timestamp with time zone not null default now()
  task_id uuid not null
  units integer not null
  verdict text not null
  PRIMARY KEY (customer_no, task_id, scan_id)
  CHECK ((kind = ANY (ARRAY['bin'::text, 'item'::text, 'tote'::text, 'wrong'::text, 'undo'::text, 'short'::text, 'put back'::text])))
  CREATE INDEX pick_scans_by_time ON public.pick_scans USING btree (scanned_at)

table pick_tasks
  claim integer not null
  claimed_until timestamp with time zone not null
  created_at timestamp with time zone not null default now()
  finished_at timestamp with time zone
  number integer not null
  picker text not null
  picker_id uuid not null
  state text not null
  task_id uuid not null
  warehouse text not null
  wave_id uuid not null
  PRIMARY KEY (task_id)
  UNIQUE (wave_id, number)
  CHECK ((state = ANY (ARRAY['picking'::text, 'done'::text])))
  CREATE INDEX pick_tasks_open ON public.pick_tasks USING btree (warehouse, task_id) WHERE (state = 'picking'::text)

table printed_documents
  content json not null
  customer_no text not null
  order_id uuid not null
  packing bytea not null
  stored_at timestamp with time zone not null default now()
  PRIMARY KEY (customer_no, order_id, packing)
  CREATE INDEX printed_documents_by_age ON public.printed_documents USING btree (stored_at)

table purchase_order_counters
  customer_no text not null
  last_number integer not null
  PRIMARY KEY (customer_no)

table purchase_order_details
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
  ordered bigint not null
  received bigint not null default 0
  PRIMARY KEY (customer_no, order_id, line)
  FOREIGN KEY (customer_no, order_id) REFERENCES purchase_orders(customer_no, order_id)
  CHECK ((line > 0))
  CHECK ((ordered > 0))
  CHECK ((received >= 0))

table purchase_order_references
  customer_no text not null
  order_id uuid not null
  reference uuid not null
  PRIMARY KEY (customer_no, reference)
  FOREIGN KEY (customer_no, order_id) REFERENCES purchase_orders(customer_no, order_id)

table purchase_orders with (fillfactor=80)
  content_hash bytea not null
  created_at timestamp with time zone not null
  customer_no text not null
  customer_reference_no text not null
  inventory_status text not null
  order_id uuid not null
  purchase_order_number text not null
  receivers integer not null default 0
  reference_no text not null
  requested_date date not null
  status text not null
  transport_method text not null
  warehouse text not null
  PRIMARY KEY (customer_no, order_id)
  UNIQUE (customer_no, purchase_order_number)
  CHECK ((receivers >= 0))
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'RECEIVING'::text, 'PARTIALLY RECEIVED'::text, 'RECEIVED'::text, 'CLOSED'::text, 'CANCELED'::text])))
  CHECK ((transport_method = ANY (ARRAY['PICKUP'::text, 'DROPOFF'::text])))
  CREATE INDEX purchase_orders_by_id ON public.purchase_orders USING btree (order_id)
  CREATE INDEX purchase_orders_by_name ON public.purchase_orders USING btree (upper(customer_reference_no))
  CREATE INDEX purchase_orders_by_number ON public.purchase_orders USING btree (upper(purchase_order_number))
  CREATE INDEX purchase_orders_by_pickup ON public.purchase_orders USING btree (upper(reference_no))
  CREATE INDEX purchase_orders_by_reference ON public.purchase_orders USING btree (customer_no, customer_reference_no)
  CREATE INDEX purchase_orders_expected ON public.purchase_orders USING btree (warehouse, requested_date, order_id) WHERE (status = ANY (ARRAY['OPEN'::text, 'RECEIVING'::text, 'PARTIALLY RECEIVED'::text]))

table rate_budgets with (fillfactor=50)
  at timestamp with time zone not null default clock_timestamp()
  bucket text not null
  burst double precision not null
  customer_no text not null
  granted double precision not null
  level double precision not null
  needed double precision not null
  per_second double precision not null
  wanted double precision not null
  PRIMARY KEY (customer_no, bucket)

table reason_codes
  code text not null
  description text not null
  direction text not null
  used_for text not null
  PRIMARY KEY (code)
  CHECK ((code <> ''::text))
  CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'both'::text])))
  CHECK ((used_for = ANY (ARRAY['adjustment'::text, 'status change'::text, 'production'::text])))

table receipt_scans
  code text not null
  customer_no text not null
  is_undone boolean not null default false
  item_no text not null
  kind text not null
  location text not null default ''::text
  lot text not null
  message text not null
  number integer not null
  person text not null
  receipt_id uuid not null
  scan_id uuid not null
  scanned_at timestamp with time zone not null default now()
  units integer not null
  verdict text not null
  PRIMARY KEY (customer_no, receipt_id, scan_id)
  CHECK ((kind = ANY (ARRAY['item'::text, 'count'::text, 'issue'::text, 'undo'::text, 'wrong'::text, 'bin'::text])))
  CREATE INDEX receipt_scans_counted ON public.receipt_scans USING btree (customer_no, receipt_id, number) WHERE ((number > 0) AND (NOT is_undone))

table receipts with (fillfactor=70)
  claim integer not null
  claimed_until timestamp with time zone not null
  counted jsonb not null default '[]'::jsonb
  customer_no text not null
  ended_at timestamp with time zone
  issues jsonb not null default '[]'::jsonb
  kind text not null
  label text not null
  note text not null
  opened_at timestamp with time zone not null default now()
  order_id uuid
  order_number text not null
  pallet integer not null
  person text not null
  person_id uuid not null
  place text not null
  receipt_id uuid not null
  result jsonb
  scans integer not null default 0
  shown jsonb
  state text not null
  warehouse text not null
  PRIMARY KEY (customer_no, receipt_id)
  CHECK (((ended_at IS NULL) = (state = 'open'::text)))
  CHECK (((order_id IS NULL) = ((kind = 'unannounced'::text) AND (state <> 'attached'::text))))
  CHECK ((kind = ANY (ARRAY['purchase order'::text, 'transfer in'::text, 'transfer out'::text, 'unannounced'::text])))
  CHECK ((state = ANY (ARRAY['open'::text, 'finished'::text, 'parked'::text, 'attached'::text, 'discarded'::text])))
  CREATE INDEX receipts_of_order ON public.receipts USING btree (customer_no, order_id) WHERE (order_id IS NOT NULL)
  CREATE INDEX receipts_open ON public.receipts USING btree (warehouse, receipt_id) WHERE (state = 'open'::text)
  CREATE INDEX receipts_parked ON public.receipts USING btree (ended_at, receipt_id) WHERE (state = 'parked'::text)
  CREATE UNIQUE INDEX receipts_by_label ON public.receipts USING btree (customer_no, order_id, kind, label) WHERE ((label <> ''::text) AND (state = ANY (ARRAY['open'::text, 'finished'::text])))

table return_counters
  customer_no text not null
  last_number integer not null
  PRIMARY KEY (customer_no)

table return_details
  customer_no text not null
  document json not null
  return_id uuid not null
  PRIMARY KEY (customer_no, return_id)
  FOREIGN KEY (customer_no, return_id) REFERENCES returns(customer_no, return_id)

table return_findings with (fillfactor=80)
  customer_no text not null
  disposed_seq bigint
  disposition text
  finding integer not null
  line integer not null
  posted_status text
  quantity bigint not null
  reship_order_id uuid
  return_id uuid not null
  status text not null
  PRIMARY KEY (customer_no, return_id, line, finding)
  FOREIGN KEY (customer_no, return_id, line) REFERENCES return_lines(customer_no, return_id, line)
  CHECK ((((disposition IS NULL) = (posted_status IS NULL)) AND ((disposition IS NULL) = (disposed_seq IS NULL))))
  CHECK (((reship_order_id IS NULL) = (disposition IS DISTINCT FROM 'Reship'::text)))
  CHECK ((disposition = ANY (ARRAY['Return to Winery'::text, 'Reship'::text, 'Return to Inventory'::text])))
  CHECK ((finding > 0))
  CHECK ((quantity > 0))
  CREATE INDEX return_findings_by_disposition ON public.return_findings USING btree (customer_no, disposition, disposed_seq) WHERE (disposition IS NOT NULL)

table return_lines with (fillfactor=80)
  customer_no text not null
  expected bigint not null
  is_inspected boolean not null default false
  item_description text not null
  item_no text not null
  line integer not null
  return_id uuid not null
  shipped_status text not null
  uom text not null
  PRIMARY KEY (customer_no, return_id, line)
  UNIQUE (customer_no, return_id, item_no, shipped_status)
  FOREIGN KEY (customer_no, return_id) REFERENCES returns(customer_no, return_id)
  CHECK ((expected > 0))
  CHECK ((line > 0))

table return_scans
  code text not null
  customer_no text not null
  is_undone boolean not null default false
  item_no text not null
  kind text not null
  message text not null
  number integer not null
  person text not null
  return_id uuid not null
  scan_id uuid not null
  scanned_at timestamp with time zone not null default now()
  status text not null
  units integer not null
  verdict text not null
  PRIMARY KEY (customer_no, return_id, scan_id)
  CHECK ((kind = ANY (ARRAY['bottle'::text, 'wrong'::text, 'undo'::text, 'disposition'::text])))
  CREATE INDEX return_scans_counted ON public.return_scans USING btree (customer_no, return_id, number) WHERE ((number > 0) AND (NOT is_undone))

table returns with (fillfactor=80)
  announced_at timestamp with time zone not null
  announced_seq bigint not null
  carrier text not null
  closed_at timestamp with time zone
  customer_no text not null
  open_warehouse text default 
CASE
    WHEN (status <> 'CLOSED'::text) THEN warehouse
    ELSE NULL::text
END
  order_id uuid not null
  order_no text not null
  received_at timestamp with time zone
  received_seq bigint
  return_id uuid not null
  rma_number text not null
  service text not null
  status text not null
  tracking_nos text[] not null
  warehouse text not null
  PRIMARY KEY (customer_no, return_id)
  UNIQUE (customer_no, rma_number)
  FOREIGN KEY (customer_no, order_id) REFERENCES sales_orders(customer_no, order_id)
  FOREIGN KEY (open_warehouse) REFERENCES warehouses(code)
  CHECK ((((received_at IS NULL) = (received_seq IS NULL)) AND
CASE status
    WHEN 'EXPECTED'::text THEN (received_at IS NULL)
    WHEN 'CLOSED'::text THEN true
    ELSE (received_at IS NOT NULL)
END))
  CHECK (((closed_at IS NULL) = (status <> 'CLOSED'::text)))
  CHECK ((status = ANY (ARRAY['EXPECTED'::text, 'RECEIVED'::text, 'INSPECTING'::text, 'AWAITING DISPOSITION'::text, 'CLOSED'::text])))
  CREATE INDEX returns_by_customer ON public.returns USING btree (customer_no, announced_at, return_id)
  CREATE INDEX returns_by_id ON public.returns USING btree (return_id)
  CREATE INDEX returns_by_order ON public.returns USING btree (customer_no, order_id)
  CREATE INDEX returns_by_order_no ON public.returns USING btree (customer_no, order_no)
  CREATE INDEX returns_by_receipt ON public.returns USING btree (customer_no, received_at)
  CREATE INDEX returns_by_status ON public.returns USING btree (status, announced_at, return_id)
  CREATE INDEX returns_by_text ON public.returns USING gin (lower(((rma_number || ' '::text) || order_no)) gin_trgm_ops)
  CREATE INDEX returns_by_tracking ON public.returns USING gin (tracking_nos)
  CREATE INDEX returns_newest ON public.returns USING btree (announced_at, return_id)
  CREATE INDEX returns_of_order_id ON public.returns USING btree (order_id)
  CREATE UNIQUE INDEX returns_by_announcement ON public.returns USING btree (customer_no, announced_seq)

table sales_order_details with (fillfactor=90)
  customer_no text not null
  document json not null
  order_id uuid not null
  PRIMARY KEY (customer_no, order_id)
  CREATE TRIGGER clear_recipients AFTER DELETE ON public.sales_order_details FOR EACH ROW EXECUTE FUNCTION clear_erased_recipients()

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
  CREATE INDEX sales_order_holds_by_end ON public.sales_order_holds USING btree (customer_no, ends_at) WHERE (ends_at IS NOT NULL)

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

table sales_order_weather_overrides
  customer_no text not null
  order_id uuid not null
  rule_id text not null
  set_at timestamp with time zone not null default now()
  set_by text not null
  PRIMARY KEY (customer_no, order_id, rule_id)

table sales_orders with (fillfactor=70)
  accepted_at timestamp with time zone not null
  allocation json
  batch_id text not null
  carrier text not null
  content_hash bytea not null
  customer_no text not null
  ice_pack smallint not null
  is_waiting boolean not null default false
  jit_label_id text
  lines json not null
  order_id uuid not null
  order_no text not null
  order_type text not null
  queued_at timestamp with time zone not null
  requested_ship_date date
  service text not null
  ship_days text not null default ''::text
  shipment_key text not null
  status text not null
  warehouse text not null
  warehouse_named boolean not null
  PRIMARY KEY (customer_no, order_id)
  CREATE INDEX sales_orders_canceled ON public.sales_orders USING btree (customer_no, order_no) WHERE (status = 'CANCELED'::text)
  CREATE INDEX sales_orders_jit ON public.sales_orders USING btree (customer_no, warehouse) WHERE ((order_type = 'JIT'::text) AND (status <> ALL (ARRAY['SHIPPED'::text, 'CANCELED'::text])))
  CREATE INDEX sales_orders_waiting ON public.sales_orders USING btree (customer_no, order_id) WHERE (is_waiting AND (status = 'RECEIVED'::text))

table saved_views
  filters jsonb not null
  is_shared boolean not null
  name text not null
  owner_id uuid not null
  page text not null
  saved_at timestamp with time zone not null default now()
  view_id uuid not null
  PRIMARY KEY (view_id)
  FOREIGN KEY (owner_id) REFERENCES operators(operator_id) ON DELETE CASCADE
  CREATE UNIQUE INDEX saved_views_of_operator ON public.saved_views USING btree (owner_id, page, lower(name)) WHERE (NOT is_shared)
  CREATE UNIQUE INDEX saved_views_shared ON public.saved_views USING btree (page, lower(name)) WHERE is_shared

table secret_key_check
  environment text
  only_row boolean not null default true
  value bytea not null
  PRIMARY KEY (only_row)
  CHECK ((environment = ANY (ARRAY['production'::text, 'test'::text])))
  CHECK (only_row)

table shippers
  bottles integer
  code text not null
  empty_lb numeric(6,2) not null
  format text not null
  height numeric(6,2) not null
  inner_height numeric(6,2)
  inner_length numeric(6,2)
  inner_width numeric(6,2)
  is_in_use boolean not null
  length numeric(6,2) not null
  name text not null
  scan_code text not null
  takes_ice_packs boolean not null
  width numeric(6,2) not null
  PRIMARY KEY (code)
  UNIQUE (scan_code)
  CHECK (((bottles >= 1) AND (bottles <= 48)))
  CHECK (((bottles IS NOT NULL) OR (format = 'large'::text)))
  CHECK (((empty_lb >= (0)::numeric) AND (empty_lb <= (50)::numeric)))
  CHECK (((height >= (1)::numeric) AND (height <= (108)::numeric)))
  CHECK (((length >= (1)::numeric) AND (length <= (108)::numeric)))
  CHECK (((width >= (1)::numeric) AND (width <= (108)::numeric)))
  CHECK ((code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'::text))
  CHECK ((format = ANY (ARRAY['standard'::text, 'magnum'::text, 'large'::text])))
  CHECK ((num_nulls(inner_length, inner_width, inner_height) = ANY (ARRAY[0, 3])))
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shippers FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

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
  has_unknown_varietal boolean not null
  item_no text not null
  retired_at timestamp with time zone
  sku_id uuid not null
  storage text not null
  uom text not null
  upc_code text not null
  value numeric not null
  varietal text not null
  vintage text not null
  PRIMARY KEY (customer_no, item_no)
  CHECK (((alcohol_by_volume >= (0)::numeric) AND (alcohol_by_volume <= (100)::numeric)))
  CHECK ((bottles_per_case > 0))
  CHECK ((cases_per_pallet > 0))
  CHECK ((category = ANY (ARRAY['Wine'::text, 'MarketingMaterial'::text, 'Merchandise'::text, 'TastingFee'::text, 'IcePack'::text])))
  CHECK ((classification = ANY (ARRAY[''::text, 'Still'::text, 'Sparkling'::text])))
  CHECK ((storage = ANY (ARRAY['service'::text, 'client'::text, 'virtual'::text])))
  CHECK ((value >= (0)::numeric))
  CREATE INDEX skus_by_number ON public.skus USING btree (lower(item_no) COLLATE "C")
  CREATE INDEX skus_by_scanned_number ON public.skus USING btree (upper(item_no))
  CREATE INDEX skus_by_scanned_upc ON public.skus USING btree ((
CASE
    WHEN (regexp_replace(upc_code, '[[:space:]-]'::text, ''::text, 'g'::text) ~ '^[0-9]+$'::text) THEN ltrim(regexp_replace(upc_code, '[[:space:]-]'::text, ''::text, 'g'::text), '0'::text)
    ELSE upper(btrim(upc_code, ' 	
'::text))
END)) WHERE (upc_code <> ''::text)
  CREATE INDEX skus_by_text ON public.skus USING gin (lower(((((item_no || ' '::text) || description) || ' '::text) || upc_code)) gin_trgm_ops)
  CREATE INDEX skus_by_upc ON public.skus USING btree (upc_code) WHERE (upc_code <> ''::text)
  CREATE INDEX skus_retired ON public.skus USING btree (customer_no, item_no) WHERE (retired_at IS NOT NULL)

table status_readings
  customer_no text not null
  filter_hash bytea not null
  finished_at timestamp with time zone
  next_skip bigint not null default 0
  sold_out_before timestamp with time zone[] not null
  started_at timestamp with time zone not null
  user_key text not null
  PRIMARY KEY (customer_no, user_key, filter_hash, started_at)

table stray_packages
  label text not null
  note text not null
  parked_at timestamp with time zone not null default now()
  parked_by text not null
  place text not null
  settled_at timestamp with time zone
  settled_by text
  settlement text
  stray_id uuid not null
  warehouse text not null
  PRIMARY KEY (stray_id)
  CHECK ((((settled_at IS NULL) = (settled_by IS NULL)) AND ((settled_at IS NULL) = (settlement IS NULL))))
  CREATE INDEX stray_packages_parked ON public.stray_packages USING btree (parked_at, stray_id) WHERE (settled_at IS NULL)
  CREATE UNIQUE INDEX stray_packages_by_label ON public.stray_packages USING btree (warehouse, label) WHERE (settled_at IS NULL)

table tote_leftovers
  customer_no text not null
  item_no text not null
  leftover_id uuid not null
  location text not null
  order_no text not null
  status text not null default 'GOOD-NO-TX'::text
  task_id uuid not null
  tote text not null
  units integer not null
  warehouse text not null
  PRIMARY KEY (customer_no, leftover_id)
  CREATE INDEX tote_leftovers_by_tote ON public.tote_leftovers USING btree (warehouse, tote)

table transfer_order_counters
  customer_no text not null
  last_number integer not null
  PRIMARY KEY (customer_no)

table transfer_order_details
  customer_no text not null
  document jsonb not null
  order_id uuid not null
  PRIMARY KEY (customer_no, order_id)
  FOREIGN KEY (customer_no, order_id) REFERENCES transfer_orders(customer_no, order_id)

table transfer_order_identities
  customer_no text not null
  customer_reference_no text not null
  order_id uuid not null
  PRIMARY KEY (customer_no, customer_reference_no)

table transfer_order_lines with (fillfactor=80)
  customer_no text not null
  item_description text not null
  item_no text not null
  line integer not null
  missing bigint not null default 0
  order_id uuid not null
  quantity integer not null
  quantity_unit text not null
  received bigint not null default 0
  shipped bigint not null default 0
  short bigint not null default 0
  surplus bigint not null default 0
  tax_status text not null
  unit_price numeric
  units bigint not null
  PRIMARY KEY (customer_no, order_id, line)
  FOREIGN KEY (customer_no, order_id) REFERENCES transfer_orders(customer_no, order_id)
  CHECK (((shipped >= 0) AND ((shipped + missing) <= units)))
  CHECK (((short >= 0) AND ((received + short) <= shipped)))
  CHECK ((line > 0))
  CHECK ((missing >= 0))
  CHECK ((quantity > 0))
  CHECK ((quantity_unit = ANY (ARRAY['RETAIL'::text, 'WHOLESALE'::text])))
  CHECK ((received >= 0))
  CHECK ((surplus >= 0))
  CHECK ((units > 0))

table transfer_order_references
  customer_no text not null
  order_id uuid not null
  reference uuid not null
  PRIMARY KEY (customer_no, reference)
  FOREIGN KEY (customer_no, order_id) REFERENCES transfer_orders(customer_no, order_id)

table transfer_orders with (fillfactor=80)
  content_hash bytea not null
  customer_no text not null
  customer_reference_no text not null
  from_warehouse text not null
  inventory_status text not null
  order_id uuid not null
  queued_at timestamp with time zone not null
  receivers integer not null default 0
  requested_date date not null
  status text not null
  to_inventory_status text not null
  to_warehouse text not null
  transfer_order_number text not null
  PRIMARY KEY (customer_no, order_id)
  UNIQUE (customer_no, transfer_order_number)
  CHECK ((receivers >= 0))
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'PICKING'::text, 'IN TRANSIT'::text, 'RECEIVING'::text, 'RECEIVED'::text, 'CLOSED'::text, 'CANCELED'::text])))
  CHECK ((to_warehouse <> from_warehouse))
  CREATE INDEX transfer_orders_arriving ON public.transfer_orders USING btree (to_warehouse, requested_date, order_id) WHERE (status = ANY (ARRAY['OPEN'::text, 'PICKING'::text, 'IN TRANSIT'::text, 'RECEIVING'::text]))
  CREATE INDEX transfer_orders_by_id ON public.transfer_orders USING btree (order_id)
  CREATE INDEX transfer_orders_by_name ON public.transfer_orders USING btree (upper(customer_reference_no))
  CREATE INDEX transfer_orders_by_number ON public.transfer_orders USING btree (upper(transfer_order_number))
  CREATE INDEX transfer_orders_by_reference ON public.transfer_orders USING btree (customer_no, customer_reference_no)
  CREATE INDEX transfer_orders_departing ON public.transfer_orders USING btree (from_warehouse, requested_date, order_id) WHERE (status = ANY (ARRAY['OPEN'::text, 'PICKING'::text]))
  CREATE INDEX transfer_orders_not_departed ON public.transfer_orders USING btree (customer_no) WHERE (status = ANY (ARRAY['OPEN'::text, 'PICKING'::text]))

table transit_times
  carrier text not null
  days integer not null
  destination_zip3 text not null
  origin_zip3 text not null
  service text not null
  PRIMARY KEY (origin_zip3, destination_zip3, service, carrier)
  CHECK (((days >= 0) AND (days <= 60)))
  CHECK ((destination_zip3 ~ '^[0-9]{3}$'::text))
  CHECK ((origin_zip3 ~ '^[0-9]{3}$'::text))
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.transit_times FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table varietals
  name text not null
  PRIMARY KEY (name)
  CREATE UNIQUE INDEX varietals_by_spelling ON public.varietals USING btree (lower(name))

table verify_runs
  checked_at timestamp with time zone not null
  faults integer not null
  seconds numeric not null
  PRIMARY KEY (checked_at)

table warehouse_addresses
  company text not null
  phone text not null
  street text not null
  street2 text not null default ''::text
  warehouse text not null
  PRIMARY KEY (warehouse)
  FOREIGN KEY (warehouse) REFERENCES warehouses(code)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.warehouse_addresses FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table warehouse_cutoffs
  carrier text not null
  cutoff text not null
  service text not null
  warehouse text not null
  PRIMARY KEY (warehouse, carrier, service)
  FOREIGN KEY (warehouse) REFERENCES warehouses(code)
  CHECK ((cutoff ~ '^[0-2][0-9]:[0-5][0-9]$'::text))
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.warehouse_cutoffs FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table warehouses
  accepts_returns boolean not null
  city text not null
  code text not null
  is_worked boolean not null default false
  state text not null
  time_zone text not null
  working_days integer[] not null
  zip_code text not null
  PRIMARY KEY (code)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.warehouses FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table weather_windows
  customer_no text not null
  ended_at timestamp with time zone
  ended_by text
  exempt_services text[] not null
  from_day date not null
  ice_pack_exempt boolean not null
  note text not null
  rule_id uuid not null
  set_at timestamp with time zone not null default now()
  set_by text not null
  states text[] not null
  to_day date not null
  zip_prefixes text[] not null
  PRIMARY KEY (customer_no, rule_id)
  CHECK ((from_day <= to_day))
  CREATE INDEX weather_windows_in_force ON public.weather_windows USING btree (to_day) WHERE (ended_at IS NULL)
  CREATE TRIGGER raise_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.weather_windows FOR EACH STATEMENT EXECUTE FUNCTION raise_operator_settings_version()

table webhook_customers with (fillfactor=50)
  cursor text not null
  customer_no text not null
  due_at timestamp with time zone
  last_position bigint not null default 0
  lease uuid
  leased_until timestamp with time zone
  read_up_to bigint not null default 0
  PRIMARY KEY (customer_no)

table webhook_deliveries with (fillfactor=80)
  attempts jsonb not null default '[]'::jsonb
  customer_no text not null
  due_at timestamp with time zone
  endpoint_id uuid not null
  event_id text not null
  failed_attempts smallint not null default 0
  format text not null
  group_position bigint
  "position" bigint not null
  sequence_key text not null
  status text not null
  PRIMARY KEY (customer_no, endpoint_id, "position")
  CHECK (((due_at IS NULL) OR (status = 'PENDING'::text)))
  CHECK ((format = ANY (ARRAY['standard'::text, 'tracking_update'::text])))
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text, 'SKIPPED'::text])))
  CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (customer_no, endpoint_id, due_at, "position") WHERE (due_at IS NOT NULL)
  CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (customer_no, endpoint_id, sequence_key, ((due_at IS NULL)), "position") WHERE (status = 'PENDING'::text)
  CREATE INDEX webhook_deliveries_undelivered ON public.webhook_deliveries USING btree (customer_no, endpoint_id, status, "position") WHERE (status <> 'DELIVERED'::text)
  CREATE UNIQUE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (customer_no, event_id, endpoint_id)

table webhook_endpoints with (fillfactor=50)
  created_at timestamp with time zone not null default now()
  customer_no text not null
  delivered bigint not null default 0
  description text not null
  disabled_at timestamp with time zone
  disabled_reason text
  endpoint_id uuid not null
  failed bigint not null default 0
  failed_in_a_row integer not null default 0
  format text not null
  is_enabled boolean not null default true
  kinds text[] not null
  pending bigint not null default 0
  previous_secret bytea
  previous_secret_until timestamp with time zone
  secret bytea not null
  skipped bigint not null default 0
  url text not null
  PRIMARY KEY (customer_no, endpoint_id)
  CHECK (((is_enabled = (disabled_reason IS NULL)) AND (is_enabled = (disabled_at IS NULL))))
  CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)))
  CHECK ((disabled_reason = ANY (ARRAY['BY HAND'::text, 'GONE'::text, 'FAILING'::text])))
  CHECK ((format = ANY (ARRAY['standard'::text, 'tracking_update'::text])))

table webhook_events
  customer_no text not null
  event_id text not null
  kind text not null
  occurred_at timestamp with time zone not null
  standard_body text
  tracking_body text
  PRIMARY KEY (customer_no, event_id)
  CREATE INDEX webhook_events_by_time ON public.webhook_events USING btree (customer_no, occurred_at) INCLUDE (event_id)

CREATE OR REPLACE FUNCTION public.clear_erased_recipients()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  unfinished text := (
    select format('order %s of customer %s is %s', o.order_no, o.customer_no, o.status) from sales_orders o
     where o.customer_no = old.customer_no and o.order_id = old.order_id and o.status not in ('SHIPPED', 'CANCELED'));
  kept_lines json;
begin
  if unfinished is not null then
    raise exception '%: cancel it, or let it ship, before its recipient is erased', unfinished
      using errcode = 'restrict_violation';
  end if;
  update order_index o
     set recipient_name = '', recipient_email = '', recipient_phone = '', city = '', state = '', zip_code = '', country = ''
   where o.customer_no = old.customer_no and o.order_id = old.order_id;
  delete from movement_names n
   where n.customer_no = old.customer_no
     and (n.subject = old.order_id
          or n.subject in (select r.return_id from returns r
                            where r.customer_no = old.customer_no and r.order_id = old.order_id));
  delete from return_details d
   using returns r
   where d.customer_no = old.customer_no and r.customer_no = old.customer_no
     and r.return_id = d.return_id and r.order_id = old.order_id;
  delete from printed_documents p where p.customer_no = old.customer_no and p.order_id = old.order_id;
  delete from carrier_label_files f where f.customer_no = old.customer_no and f.order_id = old.order_id;
  if exists (select 1 from sales_orders o cross join lateral json_array_elements(o.lines) as l (line)
              where o.customer_no = old.customer_no and o.order_id = old.order_id and l.line -> 'additionalFields' is not null) then
    -- Locked, because a box of a shipped order may be reported lost at this moment, which changes its lines. Not in one statement: on Citus
    -- an update may call only immutable functions of columns.
    perform from sales_orders o where o.customer_no = old.customer_no and o.order_id = old.order_id for no key update;
    kept_lines := (
      select json_agg(l.line::jsonb - 'additionalFields' order by l.position)
        from sales_orders o cross join lateral json_array_elements(o.lines) with ordinality as l (line, position)
       where o.customer_no = old.customer_no and o.order_id = old.order_id);
    update sales_orders o set lines = kept_lines where o.customer_no = old.customer_no and o.order_id = old.order_id;
  end if;
  update floor_work f set note = ''
   where f.customer_no = old.customer_no and f.order_id = old.order_id and f.note <> '';
  update label_intents i set last_response = '', label_url = null
   where i.customer_no = old.customer_no and i.order_id = old.order_id;
  return null;
end $function$

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

CREATE OR REPLACE FUNCTION public.raise_operator_settings_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_regclass('operator_settings_version') is null then
    return null;
  end if;
  update operator_settings_version
     set version = version + 1, transit_version = transit_version + (tg_table_name = 'transit_times')::int;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'operator_audit is append-only';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_unknown_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from inventory_statuses where code = new.status for key share;
  if found then
    return null;
  end if;
  perform from customer_inventory_statuses where customer_no = new.customer_no and code = new.status for key share;
  if found then
    return null;
  end if;
  raise exception 'there is no inventory status %', new.status
    using errcode = 'foreign_key_violation', constraint = 'balances_existing_status';
end
$function$

CREATE OR REPLACE FUNCTION public.to_texts(written text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select written::text[]
$function$

CREATE OR REPLACE FUNCTION public.utc_instants(written text)
 RETURNS timestamp with time zone[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select written::timestamptz[]
$function$
