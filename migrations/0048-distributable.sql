-- What lets the tables be spread over several machines by customer (Citus). On one machine it changes nothing.

-- In an UPDATE of a distributed table every function of a column must be immutable, and the cast of a text to an array is not. Times that
-- are given name their offset, so they do not depend on the time zone of the session either.
create function to_texts(written text) returns text[] language sql immutable strict parallel safe as $$
  select written::text[]
$$;
create function utc_instants(written text) returns timestamptz[] language sql immutable strict parallel safe as $$
  select written::timestamptz[]
$$;

-- Rows instead of a set of erased rows: a transition table is not known to the statement that runs on the machine of the customer.
drop trigger clear_recipients on sales_order_details;
create or replace function clear_erased_recipients() returns trigger language plpgsql as $$
begin
  update order_index o
     set recipient_name = '', city = '', state = '', zip_code = '', country = ''
   where o.customer_no = old.customer_no and o.order_id = old.order_id;
  return null;
end $$;
create trigger clear_recipients after delete on sales_order_details
  for each row execute function clear_erased_recipients();

-- The trigger of a table that is copied to every machine runs on each. One of them keeps the version.
create or replace function raise_operator_settings_version() returns trigger language plpgsql as $$
begin
  if to_regclass('operator_settings_version') is null then
    return null;
  end if;
  update operator_settings_version
     set version = version + 1, transit_version = transit_version + (tg_table_name = 'transit_times')::int;
  return null;
end $$;
