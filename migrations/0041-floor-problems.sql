-- Orders that are a problem on the floor, oldest first, as the list of exceptions reads them.
create index floor_work_problems on floor_work (changed_at, order_id) where state = 'problem';
