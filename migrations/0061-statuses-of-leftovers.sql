-- Bottles that orders left in totes go back into the records of bins in the inventory statuses in which the orders drew them. Of those
-- that stand there now, and of those that a process of an earlier version adds, the status is not known.
alter table tote_leftovers add column status text not null default 'GOOD-NO-TX';
