-- GetDeliveries counts without reading: an endpoint has the number of its deliveries in each status. What is older than 30 days is found by
-- the time of its event, so deliveries need no index of their own for that.

alter table webhook_endpoints
  add column pending bigint not null default 0,
  add column delivered bigint not null default 0,
  add column failed bigint not null default 0,
  add column skipped bigint not null default 0;
alter table webhook_endpoints set (fillfactor = 50);

update webhook_endpoints e
   set pending = k.pending, delivered = k.delivered, failed = k.failed, skipped = k.skipped
  from (select d.customer_no, d.endpoint_id,
               count(*) filter (where d.status = 'PENDING') as pending,
               count(*) filter (where d.status = 'DELIVERED') as delivered,
               count(*) filter (where d.status = 'FAILED') as failed,
               count(*) filter (where d.status = 'SKIPPED') as skipped
          from webhook_deliveries d group by d.customer_no, d.endpoint_id) k
 where e.customer_no = k.customer_no and e.endpoint_id = k.endpoint_id;

drop index webhook_deliveries_by_age;
drop index webhook_events_by_age;
alter table webhook_deliveries drop column created_at;
alter table webhook_events drop column created_at;
