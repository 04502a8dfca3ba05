-- When a carrier first scanned a package whose label was voided. Such packages are listed for people, by this index; there are few.
alter table label_intents add column left_voided_at timestamptz;
create index label_intents_left_voided on label_intents (left_voided_at, intent_id) where left_voided_at is not null;
