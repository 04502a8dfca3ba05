-- When the carrier is asked next about the package of a bought label, unless its events tell. Null: not again. Labels of the last weeks are
-- asked about once; packages with recent or final events are left out then.
alter table label_intents add column look_up_at timestamptz;
update label_intents set look_up_at = now() where state = 'bought' and requested_at > now() - interval '60 days';
create index label_intents_look_up on label_intents (customer_no, look_up_at) where state = 'bought' and look_up_at is not null;
