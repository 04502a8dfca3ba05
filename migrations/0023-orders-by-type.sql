-- Orders of a type: of one that few orders have, or none, every order was passed over.
create index order_index_by_type on order_index (order_type, accepted_at, order_id, stage, warehouse, carrier);
