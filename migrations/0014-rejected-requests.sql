-- Rejected requests of all customers, newest first. Changes that are made write none of these indexes.
create index log_rejections on log (at, seq, customer_no) where kind = 'request.rejected';
create index log_rejections_by_customer on log (customer_no, at, seq) where kind = 'request.rejected';
