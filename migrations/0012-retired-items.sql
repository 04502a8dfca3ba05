-- The list of retired items across customers.
create index skus_retired on skus (customer_no, item_no) where retired_at is not null;
