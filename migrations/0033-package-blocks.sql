-- Counts for GetPackages (interface: Tracking/GetPackages): rollups of blocks of packages, so that neither a count nor a
-- page has to read every package. A job writes them (decision 24); until it has, reads look into the packages themselves.

-- All packages up to `blocks_to` (a `first_seq`) are in blocks, which are right as of commit number `counted_to`. A package
-- that has changed since has a higher `activity_seq`.
create table package_marks (
  customer_no text primary key,
  counted_to bigint not null,
  blocks_to bigint not null
) with (fillfactor = 70);

-- A block is a run of packages by `first_seq`, always the same ones; a row counts those of one carrier.
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

-- What has changed since the blocks were counted.
create index packages_by_change on packages (customer_no, activity_seq);
-- Within a block what is filtered is decided in the index, so that packages that do not match are not read.
drop index packages_in_order;
create index packages_in_order
  on packages (customer_no, first_seq, carrier, coalesce(ship_date, requested_ship_date), last_activity_at);
