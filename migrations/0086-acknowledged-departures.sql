-- When a person acknowledged that the package of a label left although it must not, which is then no exception any more.
alter table label_intents add column left_acknowledged_at timestamptz;
