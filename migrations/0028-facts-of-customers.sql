-- Counts the changes of what processes remember of a customer (its catalogue, its clock). Who relied on what is no longer so
-- makes it negative, which the check refuses (decision 35).
alter table commit_counters add facts bigint not null default 0 check (facts >= 0);
