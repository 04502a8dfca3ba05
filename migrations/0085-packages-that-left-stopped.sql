-- When a carrier first scanned the package of a label although a rule stopped its order, so that it was to stay in its worked warehouse.
alter table label_intents add column left_stopped_at timestamptz;
create index label_intents_left_stopped on label_intents (left_stopped_at, intent_id) where left_stopped_at is not null;
