-- Picking tasks of worked warehouses (decision 42).

-- Of the operator: a part of a wave that one person picks, across customers.
create table pick_tasks (
  task_id uuid primary key,
  wave_id uuid not null,
  warehouse text not null,
  -- from 1 in the wave
  number int not null,
  state text not null check (state in ('picking', 'done')),
  -- raised when a person claims the task; earlier sessions end
  claim int not null,
  -- who has it, until then on real time
  picker_id uuid not null,
  picker text not null,
  claimed_until timestamptz not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (wave_id, number)
);
create index pick_tasks_open on pick_tasks (warehouse, task_id) where state = 'picking';

-- What is picked of a customer's items in a task.
create table pick_parts (
  customer_no text not null,
  task_id uuid not null,
  -- the item that is picked, and the bin at which the person stands
  stop jsonb,
  picks jsonb not null default '[]',
  -- bins that the person found empty, and units that were missing
  shorts jsonb not null default '[]',
  primary key (customer_no, task_id)
);
create index pick_parts_of_task on pick_parts (task_id);

-- Scans and reports of a picking task, each counted once by its id, and their verdicts.
create table pick_scans (
  customer_no text not null,
  task_id uuid not null,
  scan_id uuid not null,
  kind text not null check (kind in ('bin', 'item', 'tote', 'wrong', 'undo', 'short', 'put back')),
  -- as it was read
  code text not null,
  -- units that it counted; negative for those that were taken back
  units int not null,
  verdict text not null,
  message text not null,
  person text not null,
  scanned_at timestamptz not null default now(),
  primary key (customer_no, task_id, scan_id)
);

-- The task in which an order is picked.
alter table floor_work add column pick_task_id uuid;
create index floor_work_by_pick_task on floor_work (pick_task_id) where pick_task_id is not null;
