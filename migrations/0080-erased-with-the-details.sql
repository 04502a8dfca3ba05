-- Whoever deletes the details of an order erases, in the same transaction, all that was copied of its recipient: not only its row of
-- order_index, but also the name at its movements and at those of its returns, the reasons of its returns, what was printed of it,
-- what carriers said of its labels, and the addresses at which carriers keep these. An order that is neither shipped nor canceled is refused, because it would be packed without one. An
-- order that is being shipped is not shipped before its transaction commits, so no name is written after these statements.
create or replace function clear_erased_recipients() returns trigger language plpgsql as $$
declare
  unfinished text := (
    select format('order %s of customer %s is %s', o.order_no, o.customer_no, o.status) from sales_orders o
     where o.customer_no = old.customer_no and o.order_id = old.order_id and o.status not in ('SHIPPED', 'CANCELED'));
begin
  if unfinished is not null then
    raise exception '%: cancel it, or let it ship, before its recipient is erased', unfinished
      using errcode = 'restrict_violation';
  end if;
  update order_index o
     set recipient_name = '', city = '', state = '', zip_code = '', country = ''
   where o.customer_no = old.customer_no and o.order_id = old.order_id;
  delete from movement_names n
   where n.customer_no = old.customer_no
     and (n.subject = old.order_id
          or n.subject in (select r.return_id from returns r
                            where r.customer_no = old.customer_no and r.order_id = old.order_id));
  delete from return_details d
   using returns r
   where d.customer_no = old.customer_no and r.customer_no = old.customer_no
     and r.return_id = d.return_id and r.order_id = old.order_id;
  delete from printed_documents p where p.customer_no = old.customer_no and p.order_id = old.order_id;
  delete from carrier_label_files f where f.customer_no = old.customer_no and f.order_id = old.order_id;
  update label_intents i set last_response = '', label_url = null
   where i.customer_no = old.customer_no and i.order_id = old.order_id;
  return null;
end $$;
