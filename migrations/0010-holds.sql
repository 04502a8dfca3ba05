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

-- Holds that end by themselves at a time.
create index sales_order_holds_by_end on sales_order_holds (customer_no, ends_at) where ends_at is not null;
