-- The indexes of the list of orders also contain what its filters name, so that orders that do not match are passed over without
-- reading their rows: a combination of filters that few orders match examined every row.
drop index order_index_by_acceptance;
create index order_index_by_acceptance on order_index (accepted_at, order_id, stage, warehouse, carrier, order_type);
drop index order_index_by_stage;
create index order_index_by_stage on order_index (stage, accepted_at, order_id, warehouse, carrier, order_type);
drop index order_index_by_customer;
create index order_index_by_customer on order_index (customer_no, accepted_at, order_id, stage, warehouse, carrier, order_type);
drop index order_index_by_warehouse;
create index order_index_by_warehouse on order_index (warehouse, accepted_at, order_id, stage, carrier, order_type);

-- Orders on hold by their reasons.
create index order_index_held on order_index (accepted_at, order_id) where hold_reasons <> '{}';
