-- Orders that were due and wait for a person (decision 42): for their release in a worked warehouse, or for the scan of their
-- JIT label. What is due for them has run, so standing rules and changes of their warehouse find them by this index.
alter table sales_orders add column is_waiting boolean not null default false;
create index sales_orders_waiting on sales_orders (customer_no, order_id) where is_waiting and status = 'RECEIVED';

update sales_orders o set is_waiting = true
 where o.status = 'RECEIVED'
   and not exists (select from due_work d
                    where d.customer_no = o.customer_no and d.step = 'sales_order.process' and d.subject = o.order_id);
