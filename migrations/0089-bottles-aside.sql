-- What stands aside of an order with a problem, by item and inventory status, whatever its winery orders since. A process of the version
-- before parks an order without it: until that problem is over, its bottles count as in no bin.
alter table floor_work add column bottles_aside jsonb;
update floor_work f set bottles_aside = d.aside
  from (select customer_no, subject,
               jsonb_agg(jsonb_build_object('itemNo', item_no, 'status', status, 'units', quantity) order by item_no, status) as aside
          from demands
         where is_packed and state = 'reserved'
         group by customer_no, subject) d
 where d.customer_no = f.customer_no and d.subject = f.order_id and f.state = 'problem';
