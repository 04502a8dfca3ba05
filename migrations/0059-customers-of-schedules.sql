-- Schedules wrote customer numbers in capitals. One that no customer has becomes that of the one customer whose number differs only in
-- letter case: the schedule released nothing of that customer.
update floor_schedules s set filter = jsonb_set(s.filter, '{Customers}', mended.customers)
  from (
    select f.schedule_id, jsonb_agg(coalesce(alike.customer_no, written.customer_no) order by written.position) as customers
      from floor_schedules f
     cross join lateral jsonb_array_elements_text(f.filter -> 'Customers') with ordinality as written (customer_no, position)
      left join (
        select lower(customer_no) as letters, min(customer_no) as customer_no from customers group by lower(customer_no)
        having count(*) = 1
      ) alike on alike.letters = lower(written.customer_no)
     group by f.schedule_id
  ) mended
 where mended.schedule_id = s.schedule_id and mended.customers <> s.filter -> 'Customers';
