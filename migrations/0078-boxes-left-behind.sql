-- When an order departed by a scan of its carrier although another box of it was not staged. Such boxes are listed for people, by this index;
-- there are few. No step at a packing station changes the column, so its updates need no new entries in the indexes.
alter table floor_work add column left_behind_at timestamptz;
create index floor_work_left_behind on floor_work (left_behind_at, order_id) where left_behind_at is not null;
