-- Commerce: where carriers keep packages for the recipient, and how long they take. Both are the operator's, loaded from
-- files by `dray import` (docs/operating.md), and belong to no customer.

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
  -- only these are ever answered
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
