-- The returns station: people who inspect returns bottle by bottle.

-- Scans and decisions at the station, each counted once by its id, and their verdicts.
create table return_scans (
  customer_no text not null,
  return_id uuid not null,
  scan_id uuid not null,
  kind text not null check (kind in ('bottle', 'wrong', 'undo', 'disposition')),
  -- as it was read
  code text not null,
  -- '' for a rejected scan
  item_no text not null,
  -- the condition, as an inventory status; '' for a rejected scan
  status text not null,
  -- 0 for a rejected scan
  units int not null,
  verdict text not null,
  message text not null,
  person text not null,
  -- from 1 within the return for what was counted; 0 for the rest
  number int not null,
  -- a later one took it back
  is_undone boolean not null default false,
  scanned_at timestamptz not null default now(),
  primary key (customer_no, return_id, scan_id)
);
create index return_scans_counted on return_scans (customer_no, return_id, number) where number > 0 and not is_undone;

-- Packages that came back and belong to no order that was found. Of the operator: their winery is not known.
create table stray_packages (
  stray_id uuid primary key,
  warehouse text not null,
  -- as it was scanned
  label text not null,
  -- where it stands
  place text not null,
  note text not null,
  parked_by text not null,
  parked_at timestamptz not null default now(),
  settled_by text,
  settled_at timestamptz,
  -- what became of it, in the words of the person
  settlement text,
  check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (settlement is null))
);
create index stray_packages_parked on stray_packages (parked_at, stray_id) where settled_at is null;
create unique index stray_packages_by_label on stray_packages (warehouse, label) where settled_at is null;
