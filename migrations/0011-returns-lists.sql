-- Lists of returns across customers, newest first, and returns by what people know of them. Returns are few, so their
-- indexes cost little.
create index returns_newest on returns (announced_at, return_id);
create index returns_by_customer on returns (customer_no, announced_at, return_id);
create index returns_by_status on returns (status, announced_at, return_id);
create index returns_by_id on returns (return_id);
create index returns_of_order_id on returns (order_id);
create index returns_by_tracking on returns using gin (tracking_nos);

-- Any part of the RMA number or of the order's number. Without the extension their text is compared row by row.
do $$
begin
  create extension if not exists pg_trgm;
  create index returns_by_text on returns using gin (lower(rma_number || ' ' || order_no) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: returns are found by reading all of them';
end $$;
