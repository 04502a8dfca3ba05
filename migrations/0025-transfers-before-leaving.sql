-- Transfer orders that have not left: what they will bring is promised to those who wait at their destination.
create index transfer_orders_before_leaving on transfer_orders (customer_no) where status in ('OPEN', 'PICKING');
