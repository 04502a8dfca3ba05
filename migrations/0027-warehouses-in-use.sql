-- Removals before 0022 left empty balances behind at warehouses that no longer exist.
delete from balances b
 where b.on_hand = 0 and b.reserved = 0 and b.back_ordered = 0 and b.expected = 0 and b.in_transit = 0
   and not exists (select from warehouses w where w.code = b.warehouse);
-- An open count and a return that is not closed post stock at their warehouse later, so it is not removed before.
alter table counts
  add column open_warehouse text generated always as (case when status = 'OPEN' then warehouse end) stored,
  add constraint counts_open_warehouse_fkey foreign key (open_warehouse) references warehouses (code) not valid;
alter table returns
  add column open_warehouse text generated always as (case when status <> 'CLOSED' then warehouse end) stored,
  add constraint returns_open_warehouse_fkey foreign key (open_warehouse) references warehouses (code) not valid;
-- Rows that violate a key are listed by "dray verify".
do $$
begin
  if not exists (select from balances t where not exists (select from warehouses w where w.code = t.warehouse)) then
    alter table balances validate constraint balances_warehouse_fkey;
  end if;
  if not exists (select from customers t where t.default_warehouse is not null
                    and not exists (select from warehouses w where w.code = t.default_warehouse)) then
    alter table customers validate constraint customers_default_warehouse_fkey;
  end if;
  if not exists (select from counts t where t.open_warehouse is not null
                    and not exists (select from warehouses w where w.code = t.open_warehouse)) then
    alter table counts validate constraint counts_open_warehouse_fkey;
  end if;
  if not exists (select from returns t where t.open_warehouse is not null
                    and not exists (select from warehouses w where w.code = t.open_warehouse)) then
    alter table returns validate constraint returns_open_warehouse_fkey;
  end if;
end
$$;
