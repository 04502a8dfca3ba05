-- Locations of worked warehouses, and what lies in them (decision 42).

-- Of the operator, per warehouse: pick faces, reserve and totes.
create table locations (
  warehouse text not null,
  -- as its label reads, in capital letters
  location text not null,
  zone text not null default '',
  -- people walk from the lowest to the highest
  walk_order int not null check (walk_order between 0 and 10000000),
  kind text not null check (kind in ('pick', 'reserve', 'tote')),
  changed_at timestamptz not null default now(),
  primary key (warehouse, location)
);
create index locations_in_walk_order on locations (warehouse, walk_order, location);

-- A claim about place: nothing that the interface answers depends on it. 0 units: the item belongs there.
create table bin_contents (
  customer_no text not null,
  warehouse text not null,
  location text not null,
  item_no text not null,
  status text not null,
  quantity int not null check (quantity >= 0),
  changed_at timestamptz not null default now(),
  primary key (customer_no, warehouse, location, item_no, status)
);
create index bin_contents_of_item on bin_contents (customer_no, item_no, warehouse);
create index bin_contents_of_location on bin_contents (warehouse, location);
