-- Orders that were picked in a task and are not packed: a tote is in use while it holds any of them.
create index floor_work_picked on floor_work (warehouse, pick_task_id)
  where pick_task_id is not null and state in ('picked', 'short', 'packing');

-- Reports of missing units are numbered like picks. Those that were made before cannot be undone.
update pick_parts set shorts = (select jsonb_agg(s || '{"n": 0, "claims": [], "isMissing": true}') from jsonb_array_elements(shorts) as s)
 where shorts <> '[]';
