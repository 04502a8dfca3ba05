-- What left for an order, as the activity of its customer counts it: sums of a month read this index alone.

alter table order_index
  add column shipped_boxes integer not null default 0,
  add column shipped_units bigint not null default 0,
  -- Boxes that a carrier delivers to adults only.
  add column adult_boxes integer not null default 0,
  add column has_ice_pack boolean not null default false;

create index order_index_activity on order_index (customer_no, ship_date)
  include (order_type, shipped_boxes, shipped_units, adult_boxes, has_ice_pack) where status = 'SHIPPED';

-- Orders that were indexed before are read again, in the background: by a reader with another name, `order-index-2`, because a process of
-- the version before, which does not write these columns, goes on with `order-index` during an upgrade.
