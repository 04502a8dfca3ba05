-- When a carrier first scanned a package of a JIT order that must not ship: it is on hold, or has changed since its label was printed. Such
-- packages are listed for people, by this index; there are few.
alter table label_intents add column left_early_at timestamptz;
create index label_intents_left_early on label_intents (left_early_at, intent_id) where left_early_at is not null;
