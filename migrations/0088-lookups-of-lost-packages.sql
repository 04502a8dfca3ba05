-- The carrier is asked about packages that were reported lost, whose labels are voided. Labels that are voided otherwise are not looked up.
update label_intents set look_up_at = null where state <> 'bought' and look_up_at is not null;
drop index label_intents_look_up;
create index label_intents_look_up on label_intents (customer_no, look_up_at) where look_up_at is not null;
