-- Bottles that orders left in totes go back into the records of bins in the inventory statuses in which the orders drew them. Of those
-- that stand there now, the status was not kept.
alter table tote_leftovers add column status text not null default 'GOOD-NO-TX';
alter table tote_leftovers alter column status drop default;
