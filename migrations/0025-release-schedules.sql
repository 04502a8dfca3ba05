-- Releases by schedule (decision 42): the operator's, across customers.
create table floor_schedules (
  schedule_id uuid primary key,
  warehouse text not null,
  name text not null,
  -- when, at the warehouse: HH:mm, or minutes before the cutoff of a carrier's service
  at_time text,
  cutoff_carrier text,
  cutoff_service text,
  minutes_before int,
  -- 1 Monday to 7 Sunday; only days on which the warehouse works count
  days int[] not null,
  -- which orders, as Floor/Release filters them
  filter jsonb not null,
  -- what orders of one wave have in common
  wave_by text[] not null,
  -- every run that was due until then has been begun or passed over
  considered_until timestamptz not null,
  -- the run in progress with its waves; the process that makes it has it until then
  run jsonb,
  claimed_until timestamptz,
  -- how the last run ended
  last_run jsonb,
  changed_by text not null,
  check ((at_time is null) <> (minutes_before is null)),
  check ((minutes_before is null) = (cutoff_carrier is null) and (minutes_before is null) = (cutoff_service is null))
);
create index floor_schedules_by_warehouse on floor_schedules (warehouse, schedule_id);

-- Throughput of a day, of all customers.
create index floor_scans_by_time on floor_scans (scanned_at);
