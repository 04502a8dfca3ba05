-- References of later requests (updates, cancellation): they identify the purchase order, too. Those answered so far stand in
-- the log.
create table purchase_order_references (
  customer_no text not null,
  reference uuid not null,
  order_id uuid not null,
  primary key (customer_no, reference),
  foreign key (customer_no, order_id) references purchase_orders
);
insert into purchase_order_references (customer_no, reference, order_id)
select l.customer_no, l.reference, l.subject
  from log l join purchase_orders o on o.customer_no = l.customer_no and o.order_id = l.subject
 where l.kind in ('purchase_order.updated', 'purchase_order.cancelled') and l.reference <> l.subject
    on conflict do nothing;
