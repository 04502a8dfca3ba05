-- Whether a count covered all places of its item: only then the item is counted by the plan of its warehouse. What was counted before
-- stays as it was shown.
alter table bin_counts add column is_whole boolean not null default true;
