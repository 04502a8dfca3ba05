-- A process knows the warehouses of up to three seconds ago, so it may still accept stock or an order for one that was removed.
-- Balances and the default warehouses of customers reference a warehouse that exists. The key is checked when a balance is
-- inserted, not when its quantities change.
alter table balances
  add constraint balances_warehouse_fkey foreign key (warehouse) references warehouses (code) not valid;
alter table customers
  add column default_warehouse text generated always as (preferences ->> 'defaultWarehouse') stored;
alter table customers
  add constraint customers_default_warehouse_fkey foreign key (default_warehouse) references warehouses (code) not valid;
