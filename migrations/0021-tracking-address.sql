-- The page on which a package can be followed, as its carrier gave it with the label.

-- '' where the carrier has none, and for will call.
alter table packages add column tracking_url text not null default '';
update packages p set tracking_url = coalesce(i.tracking_url, '')
  from label_intents i
 where i.customer_no = p.customer_no and i.order_id = p.order_id and i.plan ->> 'packageId' = p.package_id::text;
-- No label was bought: the simulated carriers gave the number.
update packages p set tracking_url = 'https://track.example/' || lower(p.carrier) || '/' || p.tracking_no
 where p.tracking_no <> ''
   and not exists (
         select from label_intents i
          where i.customer_no = p.customer_no and i.order_id = p.order_id and i.plan ->> 'packageId' = p.package_id::text);
