-- Lists of orders across customers (decision 39): a projection of orders for the operator's lists and search. A reader of
-- the log fills it behind the write path; it holds nothing that the orders do not, and can be rebuilt at any time.

-- How far each reader of the log has read. The log is numbered per customer in the order of commits, so one number per
-- customer is the position.
create table log_cursors (
  customer_no text not null,
  reader text not null,
  seq bigint not null,
  -- while documents that are older than the cursor are still being read: the last one that was; null afterwards
  backfill_after uuid,
  -- when that began
  backfill_since timestamptz,
  -- on real time: customers that were read longest ago come first
  advanced_at timestamptz not null default now(),
  primary key (customer_no, reader)
) with (fillfactor = 50);

create table order_index (
  customer_no text not null,
  order_id uuid not null,
  order_no text not null,
  shipment_key text not null,
  order_type text not null,
  status text not null,
  -- what the views of the list select
  stage text not null generated always as (
    case when status = 'RECEIVED' then 'to release' when status like 'ON %' then 'held'
         when status = 'PROCESSING ORDER' then 'processing' when status = 'SHIPPED' then 'shipped'
         when status = 'CANCELED' then 'canceled' else 'exception' end) stored,
  is_unshipped boolean not null generated always as (status not in ('SHIPPED', 'CANCELED')) stored,
  hold_reasons text[] not null,
  warehouse text not null,
  carrier text not null,
  service text not null,
  -- of people: '' where the details of the order were erased
  recipient_name text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null,
  units bigint not null,
  lines int not null,
  -- units that wait for stock, or that were picked short
  short bigint not null,
  -- on the customer's clock
  accepted_at timestamptz not null,
  -- when it left, else when it is to leave
  ship_date date,
  -- the end of the day on which it is to leave: it is late from then on; null without a warehouse
  ship_by timestamptz,
  tracking_nos text[] not null,
  primary key (customer_no, order_id)
) with (fillfactor = 80);

-- The pages of the list, newest first, and of each view.
create index order_index_by_acceptance on order_index (accepted_at, order_id);
create index order_index_by_stage on order_index (stage, accepted_at, order_id);
create index order_index_by_customer on order_index (customer_no, accepted_at, order_id);
create index order_index_by_warehouse on order_index (warehouse, accepted_at, order_id);
create index order_index_unshipped on order_index (accepted_at, order_id) where is_unshipped;
create index order_index_short on order_index (accepted_at, order_id) where is_unshipped and short > 0;
create index order_index_by_ship_by on order_index (ship_by) where is_unshipped;
create index order_index_shipped on order_index (ship_date) where status = 'SHIPPED';
-- Order numbers by their beginning and by their end: people leave out the winery's prefix.
create index order_index_by_number on order_index (lower(order_no) collate "C");
create index order_index_by_number_end on order_index (reverse(lower(order_no)) collate "C");
create index order_index_by_tracking on order_index using gin (tracking_nos);
-- For names where the extension pg_trgm is missing, and for short ones.
create index order_index_by_name on order_index (lower(recipient_name) collate "C") where recipient_name <> '';

-- Names by any part of them. An external database may not have the extension, or not let this role create it: then names are
-- found by their beginning, the server says so when it starts, and creates the index once the extension is there.
do $$
begin
  create extension if not exists pg_trgm;
  create index order_index_by_name_part on order_index using gin (lower(recipient_name) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: orders are found by the beginning of a name only';
end $$;

-- Search by what stands on a bottle, of all customers.
create index skus_by_upc on skus (upc_code) where upc_code <> '';
create index skus_by_number on skus (lower(item_no) collate "C");

-- Whoever erases the details of an order, by a program or by SQL, erases what the index copied of them.
create function clear_erased_recipients() returns trigger language plpgsql as $$
begin
  update order_index o
     set recipient_name = '', city = '', state = '', zip_code = '', country = ''
    from erased e
   where o.customer_no = e.customer_no and o.order_id = e.order_id;
  return null;
end $$;
create trigger clear_recipients after delete on sales_order_details
  referencing old table as erased for each statement execute function clear_erased_recipients();
