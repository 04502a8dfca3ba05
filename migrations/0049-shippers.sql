-- Shippers: the boxes that orders are packed into, and which of them holds how many bottles (decision 26). Until somebody edits
-- them, orders are packed exactly as before.

create table shippers (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
  name text not null,
  -- what people scan at the packing station
  scan_code text not null unique,
  -- standard: bottles of up to 1 liter; magnum: up to 1.5 liters; large: one larger bottle, wooden box or closed pack
  format text not null check (format in ('standard', 'magnum', 'large')),
  -- that it holds at most: magnums of the format magnum, else standard bottles; null: one piece of any size
  bottles int check (bottles between 1 and 48),
  -- in inches; inner sizes all or none
  inner_length numeric(6, 2),
  inner_width numeric(6, 2),
  inner_height numeric(6, 2),
  length numeric(6, 2) not null check (length between 1 and 108),
  width numeric(6, 2) not null check (width between 1 and 108),
  height numeric(6, 2) not null check (height between 1 and 108),
  empty_lb numeric(6, 2) not null check (empty_lb between 0 and 50),
  takes_ice_packs boolean not null,
  is_in_use boolean not null,
  check (bottles is not null or format = 'large'),
  check (num_nulls(inner_length, inner_width, inner_height) in (0, 3))
);

-- The smallest step with room takes what is packed together; more than the last one holds is split. The rules of a warehouse for a
-- format replace those of all warehouses.
create table packing_rules (
  -- '': all warehouses
  warehouse text not null,
  format text not null check (format in ('standard', 'magnum', 'large')),
  step int not null,
  -- as in shippers; null: what no earlier step holds
  up_to int check (up_to between 1 and 48),
  shipper text not null references shippers,
  primary key (warehouse, format, step),
  check (up_to is not null or format = 'large')
);

insert into shippers (code, name, scan_code, format, bottles, length, width, height, empty_lb, takes_ice_packs, is_in_use)
select code, name, 'BOX-' || code, format, bottles, length, width, height, empty_lb, true, true
  from (values
    ('S1', '1 bottle', 'standard', 1, 16, 6, 6, 1.2),
    ('S2', '2 bottles', 'standard', 2, 16, 10, 6, 1.6),
    ('S3', '3 bottles', 'standard', 3, 16, 13, 6, 2),
    ('S6', '6 bottles', 'standard', 6, 16, 13, 10, 3.2),
    ('S12', '12 bottles', 'standard', 12, 20, 16, 14, 5),
    ('M1', '1 magnum', 'magnum', 1, 19, 8, 8, 2),
    ('M2', '2 magnums', 'magnum', 2, 19, 13, 8, 2.8),
    ('M3', '3 magnums', 'magnum', 3, 19, 18, 8, 3.6),
    ('M6', '6 magnums', 'magnum', 6, 20, 19, 17, 6.5),
    ('L4', 'Overbox, 3 liters', 'large', 4, 22, 9, 9, 3),
    ('L8', 'Overbox, 6 liters', 'large', 8, 26, 14, 11, 4.5),
    ('L12', 'Overbox, 9 liters', 'large', 12, 26, 18, 14, 6),
    ('LX', 'Overbox, any size', 'large', null, 32, 22, 18, 9))
    as t (code, name, format, bottles, length, width, height, empty_lb);

insert into packing_rules (warehouse, format, step, up_to, shipper)
select '', format, row_number() over (partition by format order by bottles), bottles, code from shippers;

do $$
declare
  settings_table text;
begin
  foreach settings_table in array array['shippers', 'packing_rules']
  loop
    execute format(
      'create trigger raise_version after insert or update or delete or truncate on %I
         for each statement execute function raise_operator_settings_version()', settings_table);
  end loop;
end
$$;
update operator_settings_version set version = version + 1;
