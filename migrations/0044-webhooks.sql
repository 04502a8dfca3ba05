-- Webhooks: endpoints of customers, what is delivered to them, and how far each customer's events have been read.

create table webhook_endpoints (
  customer_no text not null,
  endpoint_id uuid not null,
  url text not null,
  -- empty: all
  kinds text[] not null,
  format text not null check (format in ('standard', 'tracking_update')),
  description text not null,
  -- sealed by a key that is derived from SECRET_KEY
  secret bytea not null,
  -- valid beside the new one until then
  previous_secret bytea,
  previous_secret_until timestamptz,
  is_enabled boolean not null default true,
  -- why it is not enabled: by hand, 410, or too many failures
  disabled_reason text check (disabled_reason in ('BY HAND', 'GONE', 'FAILING')),
  disabled_at timestamptz,
  -- events in a row of which every attempt failed
  failed_in_a_row int not null default 0,
  created_at timestamptz not null default now(),
  primary key (customer_no, endpoint_id),
  check (is_enabled = (disabled_reason is null) and is_enabled = (disabled_at is null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);

-- One row for each customer that has had an endpoint. Its lock orders everything that writes deliveries of the customer.
create table webhook_customers (
  customer_no text primary key,
  -- the event feed: events up to it have their deliveries
  cursor text not null,
  -- the commit number up to which the feed was read to its end
  read_up_to bigint not null default 0,
  -- of the newest delivery
  last_position bigint not null default 0,
  -- the earliest time at which something is to be sent
  due_at timestamptz,
  -- the process that sends for this customer, and until when
  lease uuid,
  leased_until timestamptz
) with (fillfactor = 50);

-- What is sent, byte by byte: a repeated attempt sends the same.
create table webhook_events (
  customer_no text not null,
  event_id text not null,
  kind text not null,
  occurred_at timestamptz not null,
  -- null where no endpoint wants the format
  standard_body text,
  tracking_body text,
  created_at timestamptz not null default now(),
  primary key (customer_no, event_id)
);
create index webhook_events_by_age on webhook_events (customer_no, created_at);

create table webhook_deliveries (
  customer_no text not null,
  endpoint_id uuid not null,
  -- grows in the order of the customer's events
  position bigint not null,
  event_id text not null,
  -- deliveries of one key are sent in order
  sequence_key text not null,
  format text not null check (format in ('standard', 'tracking_update')),
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'SKIPPED')),
  -- failed ones since it was last put into the queue
  failed_attempts smallint not null default 0,
  -- null: not pending, or an earlier one of its key is
  due_at timestamptz,
  -- of all attempts: the newest are kept
  attempts jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (customer_no, endpoint_id, position),
  check (due_at is null or status = 'PENDING')
) with (fillfactor = 80);
create unique index webhook_deliveries_by_event on webhook_deliveries (customer_no, event_id, endpoint_id);
create index webhook_deliveries_due on webhook_deliveries (customer_no, endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_pending on webhook_deliveries (customer_no, endpoint_id, sequence_key, position)
  where status = 'PENDING';
create index webhook_deliveries_undelivered on webhook_deliveries (customer_no, endpoint_id, status, position)
  where status <> 'DELIVERED';
create index webhook_deliveries_by_age on webhook_deliveries (customer_no, created_at) where status <> 'PENDING';
