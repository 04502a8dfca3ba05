-- Callers often know only their e-mail address or telephone number. The index has both as a search compares them: the address in small
-- letters, of the number the digits; '' where the order has none that can be found.
alter table order_index
  add column recipient_email text not null default '',
  add column recipient_phone text not null default '';

-- Each gives its orders in the sequence in which a search shows them, however many have the address or number, as when a winery sends
-- its own: an address before those that only begin with it, and of each the newest orders first. Orders that have none are in neither.
create index order_index_by_email on order_index (recipient_email collate "C", accepted_at desc, order_id desc)
  where recipient_email <> '';
create index order_index_by_phone_end on order_index (right(recipient_phone, 7), accepted_at desc, order_id desc)
  where recipient_phone <> '';

-- Orders that were indexed before are read again, by the reader `order-index-3`: see 0046.

-- Both are erased with the details of the order. All else is as in 0082.
create or replace function clear_erased_recipients() returns trigger language plpgsql as $$
declare
  unfinished text := (
    select format('order %s of customer %s is %s', o.order_no, o.customer_no, o.status) from sales_orders o
     where o.customer_no = old.customer_no and o.order_id = old.order_id and o.status not in ('SHIPPED', 'CANCELED'));
  kept_lines json;
begin
  if unfinished is not null then
    raise exception '%: cancel it, or let it ship, before its recipient is erased', unfinished
      using errcode = 'restrict_violation';
  end if;
  update order_index o
     set recipient_name = '', recipient_email = '', recipient_phone = '', city = '', state = '', zip_code = '', country = ''
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
  if exists (select 1 from sales_orders o cross join lateral json_array_elements(o.lines) as l (line)
              where o.customer_no = old.customer_no and o.order_id = old.order_id and l.line -> 'additionalFields' is not null) then
    -- Locked, because a box of a shipped order may be reported lost at this moment, which changes its lines. Not in one statement: on Citus
    -- an update may call only immutable functions of columns.
    perform from sales_orders o where o.customer_no = old.customer_no and o.order_id = old.order_id for no key update;
    kept_lines := (
      select json_agg(l.line::jsonb - 'additionalFields' order by l.position)
        from sales_orders o cross join lateral json_array_elements(o.lines) with ordinality as l (line, position)
       where o.customer_no = old.customer_no and o.order_id = old.order_id);
    update sales_orders o set lines = kept_lines where o.customer_no = old.customer_no and o.order_id = old.order_id;
  end if;
  update floor_work f set note = ''
   where f.customer_no = old.customer_no and f.order_id = old.order_id and f.note <> '';
  update label_intents i set last_response = '', label_url = null
   where i.customer_no = old.customer_no and i.order_id = old.order_id;
  return null;
end $$;
