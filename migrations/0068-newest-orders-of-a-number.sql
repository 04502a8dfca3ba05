-- A search shows the newest orders of a number, or of its last digits, which thousands of orders of all wineries may share. These indexes
-- answer it alone: PostgreSQL reads an index alone only if it has each column of the statement, also that of an expression.
drop index order_index_by_number;
create index order_index_by_number on order_index (lower(order_no) collate "C", accepted_at, order_id)
  include (order_no, customer_no, warehouse);
drop index order_index_by_number_end;
create index order_index_by_number_end on order_index (reverse(lower(order_no)) collate "C", accepted_at, order_id)
  include (order_no, customer_no, warehouse);
