-- Lists of balances and items across customers. The columns of these indexes do not change when stock does, so a change of
-- stock still writes no index (heap-only tuples).
create index balances_by_warehouse on balances (warehouse, status);

-- Items by any part of their number, description or UPC. Without the extension their text is compared row by row: there are
-- few items.
do $$
begin
  create extension if not exists pg_trgm;
  create index skus_by_text on skus using gin (lower(item_no || ' ' || description || ' ' || upc_code) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: items are found by reading all of them';
end $$;
