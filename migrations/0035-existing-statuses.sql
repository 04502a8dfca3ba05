-- A process knows the inventory statuses of up to three seconds ago, so it may still accept stock in one that was removed. A status is
-- one of the interface or a customer's own, which no foreign key can express. Like one, this trigger checks rows when they are
-- inserted, and locks the status until the transaction ends; rows that were there before are listed by "dray verify".
delete from balances b
 where b.on_hand = 0 and b.reserved = 0 and b.back_ordered = 0 and b.expected = 0 and b.in_transit = 0
   and not exists (select from inventory_statuses s where s.code = b.status)
   and not exists (select from customer_inventory_statuses s where s.customer_no = b.customer_no and s.code = b.status);

create function refuse_unknown_status() returns trigger language plpgsql as $$
begin
  perform from inventory_statuses where code = new.status for key share;
  if found then
    return null;
  end if;
  perform from customer_inventory_statuses where customer_no = new.customer_no and code = new.status for key share;
  if found then
    return null;
  end if;
  raise exception 'there is no inventory status %', new.status
    using errcode = 'foreign_key_violation', constraint = 'balances_existing_status';
end
$$;

create constraint trigger balances_existing_status after insert on balances
  for each row execute function refuse_unknown_status();
