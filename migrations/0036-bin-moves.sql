-- Capacity of locations, and moves of bottles between them (decision 43).

-- Units that fit; 0: any number.
alter table locations add column capacity int not null default 0 check (capacity between 0 and 1000000);

-- Append-only: what people moved, each move counted once by its id. It says where bottles lie; the ledger does not follow it.
create table bin_moves (
  customer_no text not null,
  move_id uuid not null,
  kind text not null check (kind in ('put away', 'move', 'replenish')),
  warehouse text not null,
  item_no text not null,
  status text not null,
  -- '' of a put-away: it was in no bin
  from_location text not null,
  to_location text not null,
  quantity int not null check (quantity > 0),
  person_id uuid not null,
  person text not null,
  moved_at timestamptz not null default now(),
  primary key (customer_no, move_id),
  check ((kind = 'put away') = (from_location = '') and from_location <> to_location)
);
create index bin_moves_of_item on bin_moves (customer_no, item_no, warehouse, moved_at);
