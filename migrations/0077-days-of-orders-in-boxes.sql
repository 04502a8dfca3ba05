-- The overview counts as shipped what left in boxes, as the activity of a month does, and the orders of that activity are listed so.
drop index order_index_shipped;
create index order_index_shipped on order_index (ship_date) where status = 'SHIPPED' and shipped_boxes > 0;
