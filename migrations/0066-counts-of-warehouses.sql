-- The open counts of a warehouse, and those that were closed since a time, are found without reading the counts of all years.
create index counts_open_at on counts (open_warehouse) where open_warehouse is not null;
create index counts_closed_at on counts (warehouse, closed_at) where closed_at is not null;
