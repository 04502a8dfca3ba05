-- JIT orders reserve no stock, so that no balance keeps their warehouse: it is not removed while one of them is open.
create index sales_orders_jit on sales_orders (customer_no, warehouse)
  where order_type = 'JIT' and status not in ('SHIPPED', 'CANCELED');
