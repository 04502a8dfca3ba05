-- Weather windows that an admin lets single orders pass (decision 11).
create table sales_order_weather_overrides (
  customer_no text not null,
  order_id uuid not null,
  -- the window, which is the cause of the order's hold
  rule_id text not null,
  set_by text not null,
  set_at timestamptz not null default now(),
  primary key (customer_no, order_id, rule_id)
);
